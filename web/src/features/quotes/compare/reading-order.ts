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

/** Whether nothing is left to decide or to do about a quote. */
export const isOver = (quote: Ordered, today: string) => RANKS[shownStatus(quote, today)] === RANKS.declined;

/** Quotes as the owner of their request decides on them, the newest first of each rank. */
export function inReadingOrder<Quote extends Ordered>(quotes: readonly Quote[], today: string): Quote[] {
  const rank = (quote: Quote) => RANKS[shownStatus(quote, today)];
  return [...quotes].sort((a, b) => rank(a) - rank(b) || b.id - a.id);
}

type FrozenOrder = {
  /** Ids in the reading order of an earlier moment. */
  order: readonly number[];
  /** Ids of those that were over the last time, in their order. */
  over: readonly number[];
};

/**
 * Quotes in an order that no decision changes, with new ones behind, but that those that are over stand last: what ends
 * later stands before what ended earlier, as it did.
 */
export function inFrozenOrder<Quote extends Ordered>(
  quotes: readonly Quote[],
  { order, over }: FrozenOrder,
  today: string,
): Quote[] {
  const placeOf = ({ id }: Quote) => (order.includes(id) ? order.indexOf(id) : order.length);
  const frozen = [...quotes].sort((a, b) => placeOf(a) - placeOf(b) || a.id - b.id);
  return [
    ...frozen.filter((quote) => !isOver(quote, today)),
    ...frozen.filter((quote) => isOver(quote, today)).sort((a, b) => over.indexOf(a.id) - over.indexOf(b.id)),
  ];
}
