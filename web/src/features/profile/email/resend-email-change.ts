import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { auth } from '@/shared/backend/auth.ts';
import { keys } from '@/shared/backend/query-keys.ts';

/** Resolves to whether the change is still pending; Auth answers the same if it has dropped the change. */
async function resendEmailChange(currentEmail: string): Promise<{ isPending: boolean }> {
  const data = dataOf(await auth.getUser());
  if (!data.user.new_email) return { isPending: false };
  dataOf(await auth.resend({ type: 'email_change', email: currentEmail }));
  return { isPending: true };
}

/** Resends the code for a new email address while the change is pending. */
export function useResendEmailChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: resendEmailChange,
    // Auth sends one code a minute, so a repeat after a lost answer would be refused.
    retry: false,
    onSuccess: async ({ isPending }) => {
      if (!isPending) await queryClient.invalidateQueries({ queryKey: keys.session.all });
    },
  });
}
