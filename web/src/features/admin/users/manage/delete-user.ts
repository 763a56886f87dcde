import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useUserAction } from './use-user-action.ts';

async function deleteUser({ id, username }: { id: number; username: string }): Promise<void> {
  let isLeft = true;
  // A database of the release before answers nothing.
  while (isLeft) isLeft = dataOf(await supabase.rpc('delete_user', { user_id: id, username })) === false;
}

/** Deletes a user, part by part; the server checks the typed username. Main admins only. A repeat after a lost answer would be refused: no retry. */
export const useDeleteUser = () => useUserAction(deleteUser, false);
