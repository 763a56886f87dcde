import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useUserAction } from './use-user-action.ts';

async function verifyUserEmail({ id }: { id: number }): Promise<void> {
  dataOf(await supabase.rpc('verify_user_email', { user_id: id }));
}

/** Marks a user's email address as verified, once: a repeat after a lost answer would be refused, so no retry. */
export const useVerifyUserEmail = () => useUserAction(verifyUserEmail, false);
