import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

const keyOf = (postId: number) => [...keys.posts.detail(postId), 'watch'] as const;

/** Whether the signed-in user watches a post; its owner gets the number of watchers. */
export const watchOfPostQueryOptions = (postId: number) =>
  queryOptions({
    queryKey: keyOf(postId),
    queryFn: async ({ signal }) =>
      dataOf(await supabase.rpc('watch_of_post', { post_id: postId }).abortSignal(signal).single()),
  });

/** Watches a post, or no longer. */
export const useSetWatch = (postId: number) =>
  useWrite(
    async (isOn: boolean) => {
      dataOf(await supabase.rpc('set_watch', { post_id: postId, is_on: isOn }));
    },
    [keyOf(postId)],
  );
