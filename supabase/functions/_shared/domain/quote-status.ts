import { QUOTE_REVISIONS_MAX } from './limits.ts';

/** The stored statuses of a quote. */
export const QUOTE_STATUSES = ['pending', 'shortlisted', 'accepted', 'declined', 'withdrawn', 'cancelled'] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

/**
 * The status of a row.
 * @throws if it is not a known status
 */
export function toQuoteStatus(text: string): QuoteStatus {
  const status = QUOTE_STATUSES.find((known) => known === text);
  if (!status) throw new TypeError(`Not a status of a quote: ${text}`);
  return status;
}

/** The reason with which the database declines undecided quotes on a deleted post. */
export const REQUEST_DELETED = 'The request was deleted';
/** Reasons that the database sets automatically. */
export const OWN_REASONS: readonly string[] = [
  REQUEST_DELETED,
  'Another quote of yours was accepted',
  'The account was deleted',
];

/** The displayed statuses: the stored ones, and `expired` for an undecided quote after its last day. */
export const SHOWN_STATUSES = [...QUOTE_STATUSES, 'expired'] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

/** The label of a status on card, table, drawer, history and in the CSV, the same for both sides. */
export const QUOTE_STATUS_LABELS: Readonly<Record<ShownStatus, string>> = {
  pending: 'Pending',
  shortlisted: 'Shortlisted',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  cancelled: 'Cancelled',
  expired: 'Expired',
};

export type QuoteActor = 'owner' | 'supplier';
export type QuoteTransition = { action: string; from: QuoteStatus; to: QuoteStatus; actor: QuoteActor };

/**
 * All transitions of a quote and the action behind each; others are refused, with the current status. The database
 * decides by `private.quote_transitions()`; a test compares the two.
 */
export const QUOTE_TRANSITIONS = [
  { action: 'shortlist', from: 'pending', to: 'shortlisted', actor: 'owner' },
  { action: 'unshortlist', from: 'shortlisted', to: 'pending', actor: 'owner' },
  { action: 'accept', from: 'pending', to: 'accepted', actor: 'owner' },
  { action: 'accept', from: 'shortlisted', to: 'accepted', actor: 'owner' },
  { action: 'decline', from: 'pending', to: 'declined', actor: 'owner' },
  { action: 'decline', from: 'shortlisted', to: 'declined', actor: 'owner' },
  { action: 'reopen', from: 'declined', to: 'pending', actor: 'owner' },
  { action: 'withdraw', from: 'pending', to: 'withdrawn', actor: 'supplier' },
  { action: 'withdraw', from: 'shortlisted', to: 'withdrawn', actor: 'supplier' },
  { action: 'revise', from: 'pending', to: 'pending', actor: 'supplier' },
  { action: 'revise', from: 'shortlisted', to: 'shortlisted', actor: 'supplier' },
  { action: 'cancel', from: 'accepted', to: 'cancelled', actor: 'owner' },
  { action: 'cancel', from: 'accepted', to: 'cancelled', actor: 'supplier' },
] as const satisfies readonly QuoteTransition[];
export type QuoteAction = (typeof QUOTE_TRANSITIONS)[number]['action'];

/** The kinds of entries in the history of a quote: transitions, changes that do not count as a revision, and files that the inspection removed. */
export const QUOTE_EVENT_KINDS = [
  'shortlist',
  'unshortlist',
  'accept',
  'decline',
  'reopen',
  'withdraw',
  'revise',
  'correct',
  'cancel',
  'remove_file',
] as const;
export type QuoteEventKind = (typeof QUOTE_EVENT_KINDS)[number];

/** The state of the request of a quote. `late` is past its deadline: no more quotes, but decisions. */
export type RequestState = 'open' | 'late' | 'closed' | 'hidden' | 'deleted';

/** The label of an ended request, which an undecided quote on it has instead of its own status. */
export const REQUEST_END_LABELS: Readonly<Record<Exclude<RequestState, 'open'>, string>> = {
  late: 'Deadline passed',
  closed: 'Request closed',
  hidden: 'Request hidden',
  deleted: 'Request deleted',
};

/** The states of the request in which an action is possible; actions that end a quote always are. */
const REQUEST_STATES: Readonly<Record<QuoteAction, readonly RequestState[]>> = {
  shortlist: ['open', 'late'],
  unshortlist: ['open', 'late'],
  accept: ['open', 'late'],
  reopen: ['open', 'late'],
  revise: ['open'],
  decline: ['open', 'late', 'closed', 'hidden', 'deleted'],
  withdraw: ['open', 'late', 'closed', 'hidden', 'deleted'],
  cancel: ['open', 'late', 'closed', 'hidden', 'deleted'],
};

/** The reason sent to the other suppliers when a quote is accepted and the request closed. */
export const ANOTHER_SUPPLIER_CHOSEN = 'Another supplier was chosen';

/** The offered reasons to decline; `private.decline_reasons()` in the database has the same. */
export const DECLINE_REASONS = [
  'The price is too high',
  'The delivery takes too long',
  'The quality does not fit',
  ANOTHER_SUPPLIER_CHOSEN,
  'No longer needed',
] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** The text that the supplier reads: a reason of the list, free text (up to QUOTE_REASON_MAX), or both; '' for neither. */
export function declineReason(chosen: DeclineReason | null, text: string): string {
  return [chosen ?? '', text.trim()].filter(Boolean).join(': ');
}

/** The current day for `validUntil`, in the date format of the database: in UTC, so the same everywhere. */
export function todayUtc(now = Date.now()): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** The day a number of days after another, both in the date format of the database. */
export function dayAfter(day: string, days: number): string {
  return todayUtc(Date.parse(day) + days * 86_400_000);
}

type Standing = { status: QuoteStatus; validUntil: string | null };

/** The displayed status of a quote. `validUntil` is its last day, null without an end; an undecided quote expires after it. */
export function shownStatus(quote: Standing, today: string): ShownStatus {
  const isUndecided = quote.status === 'pending' || quote.status === 'shortlisted';
  return isUndecided && quote.validUntil !== null && quote.validUntil < today ? 'expired' : quote.status;
}

/** Why the request of an undecided quote has ended; null while it is open, and after the decision. */
export function requestEnd(quote: Standing, request: RequestState, today: string) {
  const status = shownStatus(quote, today);
  return request !== 'open' && (status === 'pending' || status === 'shortlisted') ? request : null;
}

/** The label of a quote in lists: its status, or for a pending one what ended its request. */
export function standingLabel(quote: Standing, request: RequestState, today: string): string {
  const end = requestEnd(quote, request, today);
  return end !== null && quote.status === 'pending'
    ? REQUEST_END_LABELS[end]
    : QUOTE_STATUS_LABELS[shownStatus(quote, today)];
}

/** The current actions of a party on a quote. An expired quote cannot be accepted. The database decides. */
export function quoteActions(quote: Standing, actor: QuoteActor, request: RequestState, today: string): QuoteAction[] {
  const isExpired = shownStatus(quote, today) === 'expired';
  return QUOTE_TRANSITIONS.filter(
    ({ action, from, actor: who }) =>
      from === quote.status &&
      who === actor &&
      REQUEST_STATES[action].includes(request) &&
      !(action === 'accept' && isExpired),
  ).map(({ action }) => action);
}

/** Whether another revision would exceed the limit; a correction within the first minutes can still be possible. */
export function hasRevisionsLeft(quote: { revision: number }): boolean {
  return quote.revision < QUOTE_REVISIONS_MAX;
}
