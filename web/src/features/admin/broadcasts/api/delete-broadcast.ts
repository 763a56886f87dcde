import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function deleteBroadcast(id: number): Promise<void> {
  dataOf(await supabase.rpc('delete_broadcast', { broadcast_id: id }));
}

/** Removes a broadcast from the history, and its copies that nobody has read yet. */
export function useDeleteBroadcast() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deleteBroadcast,
    onSettled: () => client.invalidateQueries({ queryKey: keys.broadcasts.all }),
  });
}
