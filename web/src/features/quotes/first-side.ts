import type { QuoteSide } from './quote.ts';

/** How many quotes each list has; undefined where that could not be read. */
type SideCounts = Record<QuoteSide, number | undefined>;

/**
 * Which list of quotes is shown: the one that the address asks for, else the sent ones, unless only received ones are there.
 * Null while that is not known, because the numbers (null) are on their way.
 */
export function firstSide(asked: string | null, counts: SideCounts | null): QuoteSide | null {
  if (asked === 'sent' || asked === 'received') return asked;
  if (counts === null) return null;
  return counts.sent === 0 && (counts.received ?? 0) > 0 ? 'received' : 'sent';
}
