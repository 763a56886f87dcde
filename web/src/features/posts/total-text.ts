/** The server stops counting the hits of a search here (C26), and lists no more than these. */
const COUNTED_MAX = 1_000;

/** How many posts the pager can reach: all of them, but only the counted ones of a search. */
export function reachable(total: number, query: string): number {
  return query ? Math.min(total, COUNTED_MAX) : total;
}

/** How many posts the feed has, in words: "1 request", "128 requests"; "1,000+ requests" for a search with more hits. */
export function totalText(total: number, query: string): string {
  if (total === 1) return '1 request';
  const count = reachable(total, query).toLocaleString('en-US');
  return `${count}${reachable(total, query) < total ? '+' : ''} requests`;
}
