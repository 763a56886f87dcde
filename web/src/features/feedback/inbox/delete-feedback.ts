import { useMutation, useQueryClient } from '@tanstack/react-query';
import { removeFiles } from '@/shared/uploads/api/remove-files.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import type { Feedback } from './shown-feedback.ts';

async function deleteFeedback({ id, images }: Pick<Feedback, 'id' | 'images'>): Promise<void> {
  const answer = await supabase.rpc('delete_feedback', { feedback_id: id });
  // Already gone: a repeat after a lost answer.
  if (answer.status !== 404) dataOf(answer);
  await removeFiles('feedback-images', images);
}

/** Deletes feedback and its images permanently. */
export function useDeleteFeedback() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteFeedback,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.feedback.all }),
  });
}
