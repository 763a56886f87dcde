import { shownStatus, type QuoteStatus, type ShownStatus } from '@domain/quote-status.ts';

/** Chosen quotes, then those that wait for a decision, then those that are over. */
const RANKS: Record<ShownStatus, number> = {
  accepted: 0,
  shortlisted: 0,
  pending: 1,
  expired: 2,
  declined: 2,
  withdrawn: 2,
  cancelled: 2,
};

type Ordered = { status: QuoteStatus; validUntil: string | null };

/** Quotes as the owner of their request decides on them; those of one rank keep their order. */
export function inReadingOrder<Quote extends Ordered>(quotes: readonly Quote[], today: string): Quote[] {
  const rank = (quote: Quote) => RANKS[shownStatus(quote, today)];
  return [...quotes].sort((a, b) => rank(a) - rank(b));
}
