import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function sendReply({ id, body, clientId }: { id: number; body: string; clientId: string }): Promise<void> {
  dataOf(
    await supabase.rpc('reply_to_feedback', {
      feedback_id: id,
      body,
      client_id: clientId,
    }),
  );
}

/** Answers the sender by mail and notification; the same client id answers once. */
export function useSendReply() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: sendReply,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.feedback.all }),
  });
}
