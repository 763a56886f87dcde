import {
  hasRevisionsLeft,
  shownStatus,
  type QuoteActor,
  type QuoteStatus,
  type RequestState,
} from '@domain/quote-status.ts';
import { QUOTE_REVISIONS_MAX } from '@domain/limits.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { msg } from '@/shared/i18n/msg.ts';

type Standing = { status: QuoteStatus; validUntil: string | null; revision: number };

const OWNER_HINTS: Partial<Record<RequestState, string>> = {
  closed: msg('This request is closed. Open it again to shortlist or accept.'),
  hidden: msg('This request is hidden. Unhide it to shortlist or accept.'),
};

function ownerHint(quote: Standing, request: RequestState, today: string, { t }: Language): string | null {
  const status = shownStatus(quote, today);
  if (status === 'declined') return request === 'closed' ? t('Open the request again to undo this.') : null;
  const hint = OWNER_HINTS[request];
  if (hint) return t(hint);
  return status === 'expired'
    ? t('This quote has expired and cannot be accepted. Its supplier can renew it by a revision.')
    : null;
}

function supplierHint(quote: Standing, request: RequestState, today: string, { t }: Language): string | null {
  if (request === 'deleted') return null;
  if (request !== 'open') return t('This request takes no more quotes, so yours cannot be revised.');
  if (!hasRevisionsLeft(quote))
    return t('You have revised this quote {max} times, as often as possible.', { max: QUOTE_REVISIONS_MAX });
  return shownStatus(quote, today) === 'expired'
    ? t('This quote has expired. Revise it to make it valid again.')
    : null;
}

/** Why an action is unavailable to a party now, and what they can do about it; null if there is nothing to say. */
export function decisionHint(
  quote: Standing,
  actor: QuoteActor,
  request: RequestState,
  today: string,
  language: Language,
): string | null {
  const isUndecided = quote.status === 'pending' || quote.status === 'shortlisted';
  if (actor === 'owner') {
    return isUndecided || quote.status === 'declined' ? ownerHint(quote, request, today, language) : null;
  }
  return isUndecided ? supplierHint(quote, request, today, language) : null;
}
