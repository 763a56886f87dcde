import { useMutation, useQueryClient } from '@tanstack/react-query';
import { removeFiles } from '@/shared/uploads/remove-files.ts';
import { AppError, toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import type { Feedback } from '../feedback.ts';

async function deleteFeedback({ id, images }: Pick<Feedback, 'id' | 'images'>): Promise<void> {
  const { error, status, statusText } = await supabase.rpc('delete_feedback', { feedback_id: id });
  const failure = error && toAppError(error, status, statusText);
  // Gone already: a repeat whose first answer got lost.
  if (failure instanceof AppError && failure.kind !== 'not-found') throw failure;
  await removeFiles('feedback-images', images);
}

/** Deletes feedback for good, with its images (B19). */
export function useDeleteFeedback() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteFeedback,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.feedback.all }),
  });
}
