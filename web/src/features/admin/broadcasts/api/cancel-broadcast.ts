import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function cancelBroadcast(id: number): Promise<void> {
  dataOf(await supabase.rpc('cancel_broadcast', { broadcast_id: id }));
}

/** Stops a broadcast that has not begun. */
export function useCancelBroadcast() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: cancelBroadcast,
    onSettled: () => client.invalidateQueries({ queryKey: keys.broadcasts.all }),
  });
}
