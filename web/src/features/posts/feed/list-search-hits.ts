import { queryOptions } from '@tanstack/react-query';
import { fitAddress } from '@/shared/backend/fit-address.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import type { SearchFilters } from '@/shared/search/search-state.ts';
import { postsCaching, postsLoadError } from '../posts-caching.ts';
import { filterArguments } from './feed-arguments.ts';
import type { PostTotal } from './list-post-totals.ts';

/** Of a search with as many hits or more, options have no numbers: reading them all would cost more than the search. */
const HITS_MAX = 100;

type Asked = ReturnType<typeof filterArguments>;

async function listSearchHits(filters: Asked, signal: AbortSignal): Promise<PostTotal[] | null> {
  const { data, error, status, statusText } = await supabase
    .rpc('list_posts', { ...filters, page_size: HITS_MAX }, { get: fitAddress(filters) })
    .select('country, category')
    .abortSignal(signal);
  if (error) throw postsLoadError(error, status, statusText);
  return data.length < HITS_MAX ? data.map((hit) => ({ ...hit, visible_count: 1 })) : null;
}

/** The hits of a search in all countries and categories, to count as totals are; null where there are too many. */
export const searchHitsQueryOptions = (query: string, filters: SearchFilters) => {
  const asked = filterArguments({ ...filters, query, country: '', categories: [], page: 1 });
  return queryOptions({
    ...postsCaching,
    queryKey: keys.posts.hits(asked),
    queryFn: ({ signal }) => listSearchHits(asked, signal),
    enabled: query !== '',
  });
};
