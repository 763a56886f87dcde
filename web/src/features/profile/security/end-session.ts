import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useDeletion } from '@/shared/backend/use-deletion.ts';

async function endSession({ id }: { id: string }): Promise<void> {
  dataOf(await supabase.rpc('end_session', { session_id: id }));
}

/** Signs the user out on one device. */
export const useEndSession = () => useDeletion(endSession, [keys.session.signIn]);
