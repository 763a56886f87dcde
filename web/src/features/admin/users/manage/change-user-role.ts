import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useUserAction } from './use-user-action.ts';

async function changeUserRole({ id, role, expected }: { id: number; role: string; expected: string }): Promise<void> {
  dataOf(await supabase.rpc('change_user_role', { user_id: id, role, expected }));
}

/** Changes a user's role unless somebody else changed it after `expected` was read. Main admins only. */
export const useChangeUserRole = () => useUserAction(changeUserRole);
