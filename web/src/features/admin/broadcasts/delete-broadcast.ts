import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useDeletion } from '@/shared/backend/use-deletion.ts';

async function deleteBroadcast(id: number): Promise<void> {
  dataOf(await supabase.rpc('delete_broadcast', { broadcast_id: id }));
}

/** Deletes a broadcast from the history, together with its unread copies. */
export const useDeleteBroadcast = () => useDeletion(deleteBroadcast, [keys.broadcasts.all]);
