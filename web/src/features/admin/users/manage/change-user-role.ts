import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useUserAction } from './use-user-action.ts';

type RoleChange = { id: number; role: string; expected: string; reason: string | undefined };

async function changeUserRole({ id, role, expected, reason }: RoleChange): Promise<void> {
  dataOf(await supabase.rpc('change_user_role', { user_id: id, role, expected, reason }));
}

/** Changes a user's role, a main admin's with a reason, unless somebody else changed it after `expected` was read. Main admins only. A repeat after a lost answer would be refused: no retry. */
export const useChangeUserRole = () => useUserAction(changeUserRole, false);
