import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toAppError } from '@/shared/errors/app-error.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

/** Resolves to whether the change is still under way; Auth would answer the same when it has dropped it. */
async function resendEmailChange(currentEmail: string): Promise<{ isPending: boolean }> {
  const { data, error: userError } = await supabase.auth.getUser();
  if (userError) throw toAppError(userError, userError.status);
  if (!data.user.new_email) return { isPending: false };
  const { error } = await supabase.auth.resend({ type: 'email_change', email: currentEmail });
  if (error) throw toAppError(error, error.status);
  return { isPending: true };
}

/** Sends the code for a new e-mail address once more, as long as Auth still knows of the change. */
export function useResendEmailChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: resendEmailChange,
    retry: retryUnlessRefused,
    onSuccess: async ({ isPending }) => {
      if (!isPending) await queryClient.invalidateQueries({ queryKey: keys.session.signIn });
    },
  });
}
