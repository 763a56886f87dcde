import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function deleteBroadcast(id: number): Promise<void> {
  const { error, status, statusText } = await supabase.rpc('delete_broadcast', { broadcast_id: id });
  if (error) throw toAppError(error, status, statusText);
}

/** Removes a broadcast from the history, and its copies that nobody has read yet. */
export function useDeleteBroadcast() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deleteBroadcast,
    onSettled: () => client.invalidateQueries({ queryKey: keys.broadcasts.all }),
  });
}
