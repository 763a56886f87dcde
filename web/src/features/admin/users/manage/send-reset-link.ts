import { dataOf } from '@/shared/backend/data-of.ts';
import { toAppError } from '@/shared/errors/app-error.ts';
import { auth } from '@/shared/backend/auth.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { paths } from '@/shared/paths.ts';
import { useUserAction } from './use-user-action.ts';

/** The database writes the log entry and returns the address; Auth sends the usual reset mail. */
async function sendResetLink({ id }: { id: number }): Promise<void> {
  const email = dataOf(await supabase.rpc('note_reset_link', { user_id: id }));
  const { error: refusal } = await auth.resetPasswordForEmail(email, {
    redirectTo: window.location.origin + paths.resetPassword,
  });
  if (refusal) throw toAppError(refusal, refusal.status, '', msg('Failed to send reset email'));
}

/** Sends a user a link to set a new password. Auth sends one a minute, so a repeat after a lost answer would be refused: no retry. */
export const useSendResetLink = () => useUserAction(sendResetLink, false);
