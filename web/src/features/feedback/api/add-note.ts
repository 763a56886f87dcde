import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function addNote({ id, body, clientId }: { id: number; body: string; clientId: string }): Promise<void> {
  const { error, status, statusText } = await supabase.rpc('add_feedback_note', {
    feedback_id: id,
    body,
    client_id: clientId,
  });
  if (error) throw toAppError(error, status, statusText);
}

/** Writes a note that only admins see; the same client id writes it once (C13). */
export function useAddNote() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: addNote,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.feedback.all }),
  });
}
