import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

async function cancelBroadcast(id: number): Promise<void> {
  dataOf(await supabase.rpc('cancel_broadcast', { broadcast_id: id }));
}

/** Cancels a broadcast that has not started. */
export const useCancelBroadcast = () => useWrite(cancelBroadcast, [keys.broadcasts.all]);
