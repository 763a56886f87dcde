import { mutationOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { likeStateQueryOptions } from './get-like-state.ts';

type Toggle = {
  /** The new state. */
  hasLiked: boolean;
  /** Number of likes on screen when the button was pressed. */
  likes: number;
};

async function setPostLike(postId: number, liked: boolean) {
  return dataOf(await supabase.rpc('set_post_like', { post_id: postId, liked }));
}

/** Updates the number of likes in every cache entry of the post without making that data look fresher than it is. */
function showLikes(queryClient: QueryClient, postId: number, likes: number): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: keys.posts.all })) {
    const { data, dataUpdatedAt, isInvalidated } = query.state;
    const next = withLikes(data, postId, likes);
    if (next !== data) {
      queryClient.setQueryData(query.queryKey, next, { updatedAt: dataUpdatedAt });
      if (isInvalidated) query.invalidate();
    }
  }
}

/**
 * Likes or unlikes a post. Optimistic, with rollback on failure, and finally the server's number. The result shows in
 * the cache, so that cards need not observe a mutation each.
 */
export function useSetPostLike(postId: number): (toggle: Toggle) => Promise<number> {
  const queryClient = useQueryClient();
  return (toggle) =>
    queryClient.getMutationCache().build(queryClient, mutationOptionsOf(queryClient, postId)).execute(toggle);
}

function mutationOptionsOf(queryClient: QueryClient, postId: number) {
  const { queryKey } = likeStateQueryOptions(postId);
  const mutationKey = [...queryKey, 'set'];
  // After several quick presses only the last answer is shown.
  const isLast = () => queryClient.isMutating({ mutationKey, exact: true }) === 1;
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join('/') },
    mutationFn: ({ hasLiked }: Toggle) => setPostLike(postId, hasLiked),
    onMutate: async ({ hasLiked, likes }) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, { hasLiked });
      showLikes(queryClient, postId, likesAfter(likes, hasLiked));
    },
    onSuccess: (likes) => {
      if (!isLast()) return;
      showLikes(queryClient, postId, likes);
      // Reads that started earlier can still return the old number.
      const reading = queryClient
        .getQueryCache()
        .findAll({ queryKey: keys.posts.all, predicate: ({ state }) => state.fetchStatus === 'fetching' });
      for (const { queryKey: read, state, promise } of reading) {
        const readAgain = () => void queryClient.refetchQueries({ queryKey: read, exact: true });
        // A first load finishes before the refetch, which would cancel it.
        if (state.data === undefined) promise?.then(readAgain, () => {});
        else readAgain();
      }
    },
    onError: (_, { hasLiked, likes }) => {
      if (!isLast()) return;
      queryClient.setQueryData(queryKey, { hasLiked: !hasLiked });
      showLikes(queryClient, postId, likes);
    },
  });
}

type Likeable = { id: number; likes: number };

function isLikeable(value: unknown): value is Likeable {
  return (
    typeof value === 'object' && value !== null && 'id' in value && 'likes' in value && typeof value.likes === 'number'
  );
}

/** The number of likes after adding or removing the own like; never below 0. */
export function likesAfter(likes: number, hasLiked: boolean): number {
  return Math.max(0, likes + (hasLiked ? 1 : -1));
}

/**
 * Replaces the number of likes of one post in cached data (a post or a list of posts). Returns the same object if the
 * post is not in it.
 */
export function withLikes(data: unknown, postId: number, likes: number): unknown {
  if (Array.isArray(data)) {
    const items: unknown[] = data;
    const next = items.map((item) => withLikes(item, postId, likes));
    return next.some((item, index) => item !== items[index]) ? next : data;
  }
  if (!isLikeable(data) || data.id !== postId || data.likes === likes) return data;
  return { ...data, likes };
}
