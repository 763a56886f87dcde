import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useUserAction } from './use-user-action.ts';

async function resetSecondFactor({ id, reason }: { id: number; reason: string }): Promise<void> {
  dataOf(await supabase.rpc('reset_second_factor', { user_id: id, reason }));
}

/** Turns two-step sign-in of a user off, ends their sessions and tells them. Main admins only. A repeat after a lost answer would be refused: no retry. */
export const useResetSecondFactor = () => useUserAction(resetSecondFactor, false);
