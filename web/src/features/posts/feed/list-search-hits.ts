import { queryOptions, skipToken } from '@tanstack/react-query';
import { fitAddress } from '@/shared/backend/fit-address.ts';
import { keys, type PostListKey } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { postsCaching, postsLoadError } from '../posts-caching.ts';
import { filterArguments } from './feed-arguments.ts';
import type { PostTotal } from './list-post-totals.ts';

/** Of a search with as many hits or more, options have no numbers: reading them all would cost more than the search. */
const HITS_MAX = 100;

async function listSearchHits(filters: ReturnType<typeof filterArguments>, signal: AbortSignal) {
  const { data, error, status, statusText } = await supabase
    .rpc('list_posts', { ...filters, page_size: HITS_MAX }, { get: fitAddress(filters) })
    .select('country, category')
    .order('search')
    .abortSignal(signal);
  if (error) throw postsLoadError(error, status, statusText);
  return data.length < HITS_MAX ? data.map((hit): PostTotal => ({ ...hit, visible_count: 1 })) : null;
}

/**
 * The hits of a search in all countries and categories, to count as totals are; null where there are too many.
 * @param total how many there are with the country and categories of the list; nothing is asked without it or if it is
 * 0 or too many
 */
export const searchHitsQueryOptions = (list: PostListKey, total: number | undefined) => {
  const filters = filterArguments({ ...list, country: '', categories: [] });
  const isAsked = total !== undefined && total > 0 && total < HITS_MAX;
  return queryOptions({
    ...postsCaching,
    queryKey: keys.posts.hits(filters),
    queryFn: isAsked ? ({ signal }) => listSearchHits(filters, signal) : skipToken,
  });
};
