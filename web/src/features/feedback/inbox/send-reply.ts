import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import type { ClientId } from '@/shared/form/send-once.ts';

type Reply = { id: number; body: string; clientId: ClientId; lastReply: number };

async function sendReply({ id, body, clientId, lastReply }: Reply): Promise<void> {
  dataOf(
    await supabase.rpc('reply_to_feedback', {
      feedback_id: id,
      body,
      client_id: clientId,
      last_reply: lastReply,
    }),
  );
}

/** Replies to the sender by mail and notification. Idempotent per client id; refused when there is a reply after the last one that is shown. */
export const useSendReply = () => useWrite(sendReply, [keys.feedback.all]);
