import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { refresh } from '@/shared/backend/refresh.ts';

async function deleteFeedback(id: number): Promise<void> {
  const answer = await supabase.rpc('delete_feedback', { feedback_id: id });
  // Already gone: a repeat after a lost answer.
  if (answer.status !== 404) dataOf(answer);
}

/** Deletes feedback permanently; housekeeping deletes its images. */
export function useDeleteFeedback() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteFeedback,
    onSuccess: () => refresh(queryClient, [keys.feedback.all]),
  });
}
