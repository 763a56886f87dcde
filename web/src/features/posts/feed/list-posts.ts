import { useEffect } from 'react';
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { POSTS_PER_PAGE } from '@domain/limits.ts';
import { fitAddress } from '@/shared/backend/fit-address.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys, type PostListKey } from '@/shared/backend/query-keys.ts';
import { fetchAhead } from '@/shared/lazy/fetch-ahead.ts';
import { filterArguments, listArguments } from './feed-arguments.ts';
import { toShownPost } from '../shown-post.ts';
import { SHOWN_POST_COLUMNS } from '../shown-columns.ts';
import { postsCaching, postsLoadError } from '../posts-caching.ts';

async function listPosts(filters: PostListKey, signal: AbortSignal) {
  const asked = listArguments(filters);
  const { data, error, status, statusText } = await supabase
    .rpc('list_posts', asked, { get: fitAddress(asked) })
    .select(SHOWN_POST_COLUMNS)
    // The place in the list, in this function's answer.
    .order('search')
    .abortSignal(signal);
  if (error) throw postsLoadError(error, status, statusText);
  return data.map(toShownPost);
}

async function countPosts(filters: ReturnType<typeof filterArguments>, signal: AbortSignal) {
  const { data, error, status, statusText } = await supabase
    .rpc('count_posts', filters, { get: fitAddress(filters) })
    .abortSignal(signal);
  if (error) throw postsLoadError(error, status, statusText);
  return data;
}

/**
 * One page of the feed. The database filters, searches and sorts
 * (docs/decisions.md#the-page-asks-for-the-page-it-shows).
 */
export const postsQueryOptions = (filters: PostListKey) =>
  queryOptions({
    ...postsCaching,
    queryKey: keys.posts.list(filters),
    queryFn: ({ signal }) => listPosts(filters, signal),
  });

/** Number of posts that match the filters; for a search, 1001 means "more than 1,000". */
export const postsTotalQueryOptions = (list: PostListKey) => {
  const filters = filterArguments(list);
  return queryOptions({
    ...postsCaching,
    queryKey: keys.posts.total(filters),
    queryFn: ({ signal }) => countPosts(filters, signal),
  });
};

/** Prefetches a page of the feed and its total. Never rejects: a failed request is repeated where its data is shown. */
export const prefetchPosts = (queryClient: QueryClient, filters: PostListKey) =>
  Promise.all([
    queryClient.prefetchQuery(postsQueryOptions(filters)),
    queryClient.prefetchQuery(postsTotalQueryOptions(filters)),
  ]);

/** The current page of the feed and its total; prefetches the next page. */
export function usePosts(filters: PostListKey) {
  const queryClient = useQueryClient();
  const posts = useQuery(postsQueryOptions(filters));
  const total = useQuery(postsTotalQueryOptions(filters));
  const hasNextPage = posts.isSuccess && (total.data ?? 0) > filters.page * POSTS_PER_PAGE;
  useEffect(() => {
    if (!hasNextPage) return undefined;
    let isLeft = false;
    const next = postsQueryOptions({ ...filters, page: filters.page + 1 });
    // Queued behind the current page, with the code of other pages; skipped with data saver or on 2G.
    fetchAhead(async () => isLeft || queryClient.prefetchQuery(next));
    return () => {
      isLeft = true;
    };
  }, [hasNextPage, filters, queryClient]);
  return { posts, total };
}
