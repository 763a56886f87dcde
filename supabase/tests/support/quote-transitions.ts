import {
  QUOTE_TRANSITIONS,
  type QuoteAction,
  type QuoteActor,
  type QuoteStatus,
} from '../../functions/_shared/domain/quote-status.ts';

const PARTICIPLES: Readonly<Record<QuoteAction, string>> = {
  shortlist: 'shortlisted',
  unshortlist: 'taken off the shortlist',
  accept: 'accepted',
  decline: 'declined',
  reopen: 'reopened',
  withdraw: 'withdrawn',
  revise: 'revised',
  cancel: 'cancelled',
};

/** How an action of a party is refused from a status, by the list of transitions; null if it is possible. */
export function refusalOf(action: QuoteAction, from: QuoteStatus, actor: QuoteActor): string | null {
  const possible = QUOTE_TRANSITIONS.filter((each) => each.action === action && each.from === from);
  if (possible.some((each) => each.actor === actor)) return null;
  if (possible.length > 0) {
    const other = actor === 'owner' ? 'its supplier' : 'the owner of the request';
    return `This quote is ${from}, and only ${other} can change that in this way`;
  }
  if (PARTICIPLES[action] === from) return `This quote is already ${from}`;
  return `This quote is ${from}, so it cannot be ${PARTICIPLES[action]}`;
}
