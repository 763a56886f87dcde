import type { Language } from '@/shared/i18n/language.ts';
import type { MoreFilters } from '@/shared/search/search-state.ts';

/** The server stops counting the results of a search here, and lists no more. */
const COUNTED_MAX = 1_000;

/** Whether only so many posts are counted and listed: of a search, of those without quotes, and in another order than newest first. */
export function isCounted({ query, unquoted, sort }: { query: string } & MoreFilters): boolean {
  return query !== '' || unquoted !== undefined || sort !== undefined;
}

/** How many posts the pager can reach: all of them, but only the counted ones of a search and the like. */
export function reachable(total: number, isLimited: boolean): number {
  return isLimited ? Math.min(total, COUNTED_MAX) : total;
}

/** How many posts the feed has, in words: "1 request", "128 requests"; "1,000+ requests" for a search with more hits. */
export function totalText(total: number, isLimited: boolean, { number, plural }: Language): string {
  const shown = reachable(total, isLimited);
  const n = `${number(shown)}${shown < total ? '+' : ''}`;
  return plural(total, { one: '{n} request', other: '{n} requests' }, { n });
}
