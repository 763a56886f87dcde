import { queryOptions } from '@tanstack/react-query';
import { keys } from '@/shared/backend/query-keys.ts';
import { selectPosts, toShownPost } from '../shown-post.ts';
import { postsCaching, postsLoadError } from '../posts-caching.ts';

/** Maximum number of own posts on the account page. */
const MY_POSTS_MAX = 1_000;

async function listMyPosts(userId: number, signal: AbortSignal) {
  const { data, error, status, statusText } = await selectPosts()
    .eq('user_id', userId)
    .order('id', { ascending: false })
    .range(0, MY_POSTS_MAX - 1)
    .abortSignal(signal);
  if (error) throw postsLoadError(error, status, statusText);
  return data.map(toShownPost);
}

/** All posts of the signed-in user, also hidden ones, newest first. */
export const myPostsQueryOptions = (userId: number) =>
  queryOptions({
    ...postsCaching,
    queryKey: keys.posts.mine,
    queryFn: ({ signal }) => listMyPosts(userId, signal),
  });
