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

export type Ordered = { id: number; status: QuoteStatus; validUntil: string | null };

/**
 * Quotes as the owner of their request decides on them, the newest first of each rank.
 * @param before ids in an earlier order, which those of one rank keep behind new ones
 */
export function inReadingOrder<Quote extends Ordered>(
  quotes: readonly Quote[],
  today: string,
  before: readonly number[] = [],
): Quote[] {
  const rank = (quote: Quote) => RANKS[shownStatus(quote, today)];
  return [...quotes].sort((a, b) => rank(a) - rank(b) || before.indexOf(a.id) - before.indexOf(b.id) || b.id - a.id);
}

/**
 * Quotes in an order that no decision changes, with new ones behind, but that those that are over stand last.
 * @param order ids in the reading order of an earlier moment
 */
export function inFrozenOrder<Quote extends Ordered>(
  quotes: readonly Quote[],
  order: readonly number[],
  today: string,
): Quote[] {
  const isOver = (quote: Quote) => RANKS[shownStatus(quote, today)] === RANKS.declined;
  const placeOf = ({ id }: Quote) => (order.includes(id) ? order.indexOf(id) : order.length);
  return [...quotes].sort((a, b) => Number(isOver(a)) - Number(isOver(b)) || placeOf(a) - placeOf(b) || b.id - a.id);
}
