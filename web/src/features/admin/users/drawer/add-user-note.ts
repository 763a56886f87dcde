import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import type { ClientId } from '@/shared/form/send-once.ts';
import { useUserAction } from '../manage/use-user-action.ts';

const UNIQUE_VIOLATION = '23505';

async function addUserNote({ id, note, clientId }: { id: number; note: string; clientId: ClientId }): Promise<void> {
  const answer = await supabase.from('account_notes').insert({ profile_id: id, note, client_id: clientId });
  // A repeat after a lost answer: the row is already there.
  if (answer.error?.code !== UNIQUE_VIOLATION) dataOf(answer);
}

/** Adds a note about a user, visible to admins only. Idempotent per client id. */
export const useAddUserNote = () => useUserAction(addUserNote);
