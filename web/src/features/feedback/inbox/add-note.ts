import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import type { ClientId } from '@/shared/form/send-once.ts';

async function addNote({ id, body, clientId }: { id: number; body: string; clientId: ClientId }): Promise<void> {
  dataOf(
    await supabase.rpc('add_feedback_note', {
      feedback_id: id,
      body,
      client_id: clientId,
    }),
  );
}

/** Adds a note for admins. Idempotent per client id. */
export const useAddNote = () => useWrite(addNote, [keys.feedback.all]);
