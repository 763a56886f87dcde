import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { auth } from '@/shared/backend/auth.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { confirmPassword } from './confirm-password.ts';

type PasswordChange = {
  username: string;
  /** None for somebody who has no password yet. */ currentPassword?: string;
  password: string;
};

async function changePassword({ username, currentPassword, password }: PasswordChange): Promise<void> {
  if (currentPassword !== undefined) await confirmPassword(username, currentPassword);
  dataOf(await auth.updateUser({ password }));
  // Whoever knew the old password is out; this browser stays.
  const { error: signOutError } = await auth.signOut({ scope: 'others' });
  if (signOutError) console.warn('Other sessions were not ended:', signOutError.message);
}

/** Changes the password, or sets the first one, and ends all other sessions. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: changePassword,
    retry: retryUnlessRefused,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.session.signIn }),
  });
}
