import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { cachesOfPost, refresh } from './refresh-posts.ts';

async function unhidePost(id: number) {
  const { error, status, statusText } = await supabase.rpc('unhide_post', { post_id: id });
  if (error) throw toAppError(error, status, statusText);
}

/** Shows a hidden post again (§4). Afterwards the six caches of §7 are fresh. */
export function useUnhidePost() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: unhidePost,
    onSuccess: (_, id) => refresh(queryClient, cachesOfPost(id)),
  });
}
