import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function setFeedbackStatus({ id, status: next }: { id: number; status: string }): Promise<void> {
  const { error, status, statusText } = await supabase.rpc('set_feedback_status', { feedback_id: id, status: next });
  if (error) throw toAppError(error, status, statusText);
}

/** Moves feedback to another status (B19). */
export function useSetFeedbackStatus() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: setFeedbackStatus,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.feedback.all }),
  });
}
