import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { likesAfter, withLikes } from '../with-likes.ts';
import { likeStateQueryOptions } from './get-like-state.ts';

type Toggle = {
  /** What it shall be. */ hasLiked: boolean;
  /** The number of likes shown when the button was pressed. */ likes: number;
};

async function setPostLike(postId: number, liked: boolean) {
  return dataOf(await supabase.rpc('set_post_like', { post_id: postId, liked }));
}

/** Writes the number of likes wherever the post is cached, without making the rest of that data look newer (C45). */
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

/** Likes or unlikes a post: shown at once, rolled back when it fails, and the server's number at the end (§4). */
export function useSetPostLike(postId: number) {
  const queryClient = useQueryClient();
  const { queryKey } = likeStateQueryOptions(postId);
  const mutationKey = [...queryKey, 'set'];
  // Of several quick presses only the answer to the last one is shown.
  const isLast = () => queryClient.isMutating({ mutationKey, exact: true }) === 1;
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join('/') },
    mutationFn: ({ hasLiked }: Toggle) => setPostLike(postId, hasLiked),
    onMutate: async ({ hasLiked, likes }) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, { hasLiked });
      showLikes(queryClient, postId, likesAfter(likes, hasLiked));
    },
    onSuccess: (likes) => {
      if (isLast()) showLikes(queryClient, postId, likes);
    },
    onError: (_, { hasLiked, likes }) => {
      if (!isLast()) return;
      queryClient.setQueryData(queryKey, { hasLiked: !hasLiked });
      showLikes(queryClient, postId, likes);
    },
  });
}
