import { queryOptions, skipToken } from '@tanstack/react-query';
import { fitAddress } from '@/shared/backend/fit-address.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { postsCaching, postsLoadError } from '../posts-caching.ts';
import type { filterArguments } from './feed-arguments.ts';
import type { PostTotal } from './list-post-totals.ts';

/** Of a search with more hits, options have no numbers: reading them all would cost more than the search. */
const HITS_MAX = 100;

type Asked = ReturnType<typeof filterArguments>;

async function listSearchHits(filters: Asked, signal: AbortSignal): Promise<PostTotal[]> {
  const { data, error, status, statusText } = await supabase
    .rpc('list_posts', { ...filters, page_size: HITS_MAX }, { get: fitAddress(filters) })
    .select('country, category')
    .order('search')
    .abortSignal(signal);
  if (error) throw postsLoadError(error, status, statusText);
  return data.map((hit) => ({ ...hit, visible_count: 1 }));
}

/**
 * The hits of a search, to count as totals are.
 * @param total their number; without it, and where they are too many, nothing is asked
 */
export const searchHitsQueryOptions = (asked: Asked, total: number | undefined) =>
  queryOptions({
    ...postsCaching,
    queryKey: keys.posts.hits(asked),
    queryFn:
      total !== undefined && total > 0 && total <= HITS_MAX ? ({ signal }) => listSearchHits(asked, signal) : skipToken,
  });
