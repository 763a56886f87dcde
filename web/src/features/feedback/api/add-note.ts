import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function addNote({ id, body, clientId }: { id: number; body: string; clientId: string }): Promise<void> {
  dataOf(
    await supabase.rpc('add_feedback_note', {
      feedback_id: id,
      body,
      client_id: clientId,
    }),
  );
}

/** Writes a note that only admins see; the same client id writes it once. */
export function useAddNote() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: addNote,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.feedback.all }),
  });
}
