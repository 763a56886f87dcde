import type { Language } from '@/shared/i18n/language.ts';
import type { MoreFilters } from '@/shared/search/search-state.ts';

/** The server counts and lists no more than this many results of a search. */
const COUNTED_MAX = 1_000;

/**
 * Whether posts are counted and listed only up to the limit: for searches, filters besides country and categories, and
 * any order except newest first.
 */
export function isCounted({ query, unquoted, open, closing, posted, sort }: { query: string } & MoreFilters): boolean {
  return Boolean(query || unquoted || open || closing || posted || (sort && sort !== 'newest'));
}

/** Number of posts that the pager can reach: all, or only the counted ones of a limited list. */
export function reachable(total: number, isLimited: boolean): number {
  return isLimited ? Math.min(total, COUNTED_MAX) : total;
}

/** The number of posts in words: "1 request", "128 requests"; "1,000+ requests" for a search with more hits. */
export function totalText(total: number, isLimited: boolean, { number, plural }: Language): string {
  const shown = reachable(total, isLimited);
  const n = `${number(shown)}${shown < total ? '+' : ''}`;
  return plural(total, { one: '{n} request', other: '{n} requests' }, { n });
}
