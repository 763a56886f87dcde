import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function cancelBroadcast(id: number): Promise<void> {
  const { error, status, statusText } = await supabase.rpc('cancel_broadcast', { broadcast_id: id });
  if (error) throw toAppError(error, status, statusText);
}

/** Stops a broadcast that has not begun. */
export function useCancelBroadcast() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: cancelBroadcast,
    onSettled: () => client.invalidateQueries({ queryKey: keys.broadcasts.all }),
  });
}
