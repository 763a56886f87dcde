import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useUserAction } from './use-user-action.ts';

async function changeUserRole({ id, role, expected }: { id: number; role: string; expected: string }): Promise<void> {
  const { error, status, statusText } = await supabase.rpc('change_user_role', { user_id: id, role, expected });
  if (error) throw toAppError(error, status, statusText);
}

/** Gives a user a role, unless somebody else has changed it since `expected` was read. Main admins only. */
export const useChangeUserRole = () => useUserAction(changeUserRole);
