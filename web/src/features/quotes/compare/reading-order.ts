import { shownStatus, type QuoteStatus, type ShownStatus } from '@domain/quote-status.ts';

/** Chosen quotes, then those on the shortlist, then those that wait for a decision, then those that are over. */
const RANKS: Record<ShownStatus, number> = {
  accepted: 0,
  shortlisted: 1,
  pending: 2,
  expired: 3,
  declined: 3,
  withdrawn: 3,
  cancelled: 3,
};

type Ordered = { status: QuoteStatus; validUntil: string | null };

/** Quotes as the owner of their request decides on them; those of one rank keep their order. */
export function inReadingOrder<Quote extends Ordered>(quotes: readonly Quote[], today: string): Quote[] {
  const rank = (quote: Quote) => RANKS[shownStatus(quote, today)];
  return [...quotes].sort((a, b) => rank(a) - rank(b));
}
