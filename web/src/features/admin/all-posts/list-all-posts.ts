import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { LISTED_POST_COLUMNS, toListedPost } from '@rows/listed-post-row.ts';
import type { Row } from '@rows/row.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import type { AllPostState } from './all-post-table.ts';

const narrowing = ({ q, filters }: AllPostState) => ({
  search: q || undefined,
  state: filters.state || undefined,
  country: filters.country || undefined,
});

const toShownPost = (row: Parameters<typeof toListedPost>[0] & Row<'posts', 'images'>) => ({
  ...toListedPost(row),
  image: row.images[0] ?? null,
});

async function listAllPosts(state: AllPostState, signal: AbortSignal) {
  const { q, sort, order, page, pageSize } = state;
  const [posts, count] = await Promise.all([
    supabase
      .rpc('list_all_posts', { ...narrowing(state), sort, direction: order, page, page_size: pageSize })
      .select(`${LISTED_POST_COLUMNS}, images`)
      // The place in the list, in this function's answer.
      .order('search')
      .abortSignal(signal),
    supabase.rpc('count_all_posts', narrowing(state)).abortSignal(signal),
  ]);
  const total = dataOf(count);
  // Pages end here.
  const max = q ? 1000 : 10_000;
  return { items: dataOf(posts).map(toShownPost), total: Math.min(total, max), isCapped: total > max };
}

export type ListedPost = Awaited<ReturnType<typeof listAllPosts>>['items'][number];

/** The ids of all posts that match the filters; refused above 5,000. Throws an AppError. */
export async function listPostIds(state: AllPostState): Promise<number[]> {
  return dataOf(await supabase.rpc('list_post_ids', narrowing(state)));
}

/** A page of all posts and their number. The previous page stays on screen while the next one loads. */
export const allPostsQueryOptions = (state: AllPostState) =>
  queryOptions({
    queryKey: keys.posts.moderatedList('all', state),
    queryFn: ({ signal }) => listAllPosts(state, signal),
    placeholderData: keepPreviousData,
    // Other admins act too, so every visit refetches.
    staleTime: 0,
  });
