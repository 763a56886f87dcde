import { useMutation } from '@tanstack/react-query';
import { toAppError } from '@/shared/lib/app-error.ts';
import { retryUnlessRefused } from '@/shared/lib/query-client.ts';
import { supabase } from '@/shared/lib/supabase.ts';

async function resendEmailChange(currentEmail: string): Promise<void> {
  const { error } = await supabase.auth.resend({ type: 'email_change', email: currentEmail });
  if (error) throw toAppError(error, error.status);
}

/** Sends the code for a new e-mail address once more. */
export function useResendEmailChange() {
  return useMutation({ mutationFn: resendEmailChange, retry: retryUnlessRefused });
}
