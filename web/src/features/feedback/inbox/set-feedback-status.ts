import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { refresh } from '@/shared/backend/refresh.ts';

async function setFeedbackStatus({ id, status: next }: { id: number; status: string }): Promise<void> {
  dataOf(await supabase.rpc('set_feedback_status', { feedback_id: id, status: next }));
}

/** Changes the status of feedback. */
export function useSetFeedbackStatus() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: setFeedbackStatus,
    onSuccess: () => refresh(queryClient, [keys.feedback.all]),
  });
}
