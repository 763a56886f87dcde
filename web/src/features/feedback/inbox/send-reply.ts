import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import type { ClientId } from '@/shared/form/send-once.ts';

async function sendReply({ id, body, clientId }: { id: number; body: string; clientId: ClientId }): Promise<void> {
  dataOf(
    await supabase.rpc('reply_to_feedback', {
      feedback_id: id,
      body,
      client_id: clientId,
    }),
  );
}

/** Replies to the sender by mail and notification. Idempotent per client id. */
export const useSendReply = () => useWrite(sendReply, [keys.feedback.all]);
