import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useUserAction } from './use-user-action.ts';

async function deleteUser({ id, username }: { id: number; username: string }): Promise<void> {
  const { error, status, statusText } = await supabase.rpc('delete_user', { user_id: id, username });
  if (error) throw toAppError(error, status, statusText);
}

/** Deletes a user whose name was typed. Main admins only. */
export const useDeleteUser = () => useUserAction(deleteUser);
