import { queryOptions } from '@tanstack/react-query';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { postsCaching, postsLoadError } from '../posts-caching.ts';

async function getSearchHints(search: string, signal: AbortSignal) {
  const { data, error, status, statusText } = await supabase.rpc('search_hints', { search }).abortSignal(signal);
  if (error) throw postsLoadError(error, status, statusText);
  return data[0] ?? null;
}

/**
 * Suggestions for a search without results: the likely spelling, else those of its words that have results; null
 * otherwise.
 */
export const searchHintsQueryOptions = (query: string) =>
  queryOptions({
    ...postsCaching,
    queryKey: keys.posts.hints(query),
    queryFn: ({ signal }) => getSearchHints(query, signal),
  });
