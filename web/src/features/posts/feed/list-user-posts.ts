import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { POSTS_PER_PAGE } from '@domain/limits.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { selectPosts, toShownPost } from '../shown-post.ts';
import { postsCaching, postsLoadError } from '../posts-caching.ts';

async function listUserPosts(userId: number, page: number, signal: AbortSignal) {
  const first = (page - 1) * POSTS_PER_PAGE;
  const { data, error, status, statusText } = await selectPosts()
    .eq('user_id', userId)
    .eq('is_hidden', false)
    .order('id', { ascending: false })
    .range(first, first + POSTS_PER_PAGE - 1)
    .abortSignal(signal);
  if (error) throw postsLoadError(error, status, statusText);
  return data.map(toShownPost);
}

/** A page of a user's visible posts, newest first. Their hidden posts are on the account page. */
export const userPostsQueryOptions = (userId: number, page: number) =>
  queryOptions({
    ...postsCaching,
    queryKey: keys.posts.ofUser(userId, page),
    queryFn: ({ signal }) => listUserPosts(userId, page, signal),
    placeholderData: keepPreviousData,
  });
