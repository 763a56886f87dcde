import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useUserAction } from './use-user-action.ts';

async function addUserNote({ id, note }: { id: number; note: string }): Promise<void> {
  const { error, status, statusText } = await supabase.from('account_notes').insert({ profile_id: id, note });
  if (error) throw toAppError(error, status, statusText);
}

/** Adds a note about a user, for admins only. */
export const useAddUserNote = () => useUserAction(addUserNote);
