import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AppError, toAppError } from '@/shared/lib/app-error.ts';
import { fileStorage } from '@/shared/lib/file-storage.ts';
import { supabase } from '@/shared/lib/supabase.ts';
import { keys } from '@/shared/query-keys.ts';
import type { Feedback } from '../feedback.ts';

/** Best effort: a picture that stays behind is clutter, not a failure of the deletion. */
async function removeImages(images: string[]): Promise<void> {
  if (images.length === 0) return;
  const { error } = await fileStorage.from('feedback-images').remove(images);
  if (error) console.warn('The images of the deleted feedback were not removed:', error.message);
}

async function deleteFeedback({ id, images }: Pick<Feedback, 'id' | 'images'>): Promise<void> {
  const { error, status, statusText } = await supabase.rpc('delete_feedback', { feedback_id: id });
  const failure = error && toAppError(error, status, statusText);
  // Gone already: a repeat whose first answer got lost.
  if (failure instanceof AppError && failure.kind !== 'not-found') throw failure;
  await removeImages(images);
}

/** Deletes feedback for good, with its images (B19). */
export function useDeleteFeedback() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteFeedback,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.feedback.all }),
  });
}
