import type { QuoteSide } from '@/features/quotes/facts/shown-quote.ts';

/** The number of quotes per list; undefined if it could not be read. */
type SideCounts = Record<QuoteSide, number | undefined>;

/**
 * The list to show: the one in the URL, else the sent quotes, unless only received ones exist. Null while the counts
 * (null) are loading.
 */
export function firstSide(asked: string | null, counts: SideCounts | null): QuoteSide | null {
  if (asked === 'sent' || asked === 'received') return asked;
  if (counts === null) return null;
  return counts.sent === 0 && (counts.received ?? 0) > 0 ? 'received' : 'sent';
}
