import { queryOptions } from '@tanstack/react-query';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { postsCaching, postsLoadError } from '../posts-caching.ts';

/** PostgREST's row limit per request. */
const ROWS_PER_REQUEST = 1_000;

async function listTotalsFrom(start: number, signal: AbortSignal) {
  const { data, error, status, statusText } = await supabase
    .from('post_totals')
    .select('country, category, visible_count')
    .order('country')
    .order('category')
    .range(start, start + ROWS_PER_REQUEST - 1)
    .abortSignal(signal);
  if (error) throw postsLoadError(error, status, statusText);
  return data;
}

async function listPostTotals(signal: AbortSignal) {
  const totals = await listTotalsFrom(0, signal);
  let isComplete = totals.length < ROWS_PER_REQUEST;
  while (!isComplete) {
    const more = await listTotalsFrom(totals.length, signal);
    totals.push(...more);
    isComplete = more.length < ROWS_PER_REQUEST;
  }
  return totals;
}

export type PostTotal = Awaited<ReturnType<typeof listPostTotals>>[number];

/** Number of visible posts per country and category, for the filter options and their counts. */
export const postTotalsQueryOptions = queryOptions({
  ...postsCaching,
  queryKey: keys.posts.facets,
  queryFn: ({ signal }) => listPostTotals(signal),
});
