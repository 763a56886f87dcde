import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function reviewFlagged(ids: readonly number[]): Promise<void> {
  const { error, status, statusText } = await supabase.rpc('review_flagged_content', { hit_ids: [...ids] });
  if (error) throw toAppError(error, status, statusText);
}

/** Takes flagged texts off the list. */
export function useReviewFlagged() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: reviewFlagged,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.contentFilter.all }),
  });
}
