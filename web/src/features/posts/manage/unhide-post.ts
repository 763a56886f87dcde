import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { refresh } from '@/shared/backend/refresh.ts';
import { cachesOfPost } from '../refresh-posts.ts';

async function unhidePost(id: number) {
  dataOf(await supabase.rpc('unhide_post', { post_id: id }));
}

/** Unhides a post, then refreshes all queries that show it. */
export function useUnhidePost() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: unhidePost,
    onSuccess: (_, id) => refresh(queryClient, cachesOfPost(id)),
  });
}
