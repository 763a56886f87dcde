import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useUserAction } from './use-user-action.ts';

async function verifyUserEmail({ id }: { id: number }): Promise<void> {
  const { error, status, statusText } = await supabase.rpc('verify_user_email', { user_id: id });
  if (error) throw toAppError(error, status, statusText);
}

/** Takes the address of a user as verified. */
export const useVerifyUserEmail = () => useUserAction(verifyUserEmail);
