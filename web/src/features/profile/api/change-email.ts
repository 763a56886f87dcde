import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { auth } from '@/shared/backend/auth.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { confirmPassword } from './confirm-password.ts';

type EmailChange = { username: string; email: string; password: string };

/** Resolves to whether the new address waits for its confirmation; an auth server that asks for none takes it at once. */
async function changeEmail({ username, email, password }: EmailChange): Promise<{ isPending: boolean }> {
  await confirmPassword(username, password);
  const data = dataOf(await auth.updateUser({ email }));
  return { isPending: data.user.email?.toLowerCase() !== email.toLowerCase() };
}

/** Asks for a new email address: the old one stays until the new one is confirmed by the mail that is sent there. */
export function useChangeEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: keys.session.changeEmail,
    mutationFn: changeEmail,
    retry: retryUnlessRefused,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.session.all }),
  });
}

/** Whether a change of the address waits for its answer. */
export function useIsChangingEmail(): boolean {
  return useIsMutating({ mutationKey: keys.session.changeEmail }) > 0;
}
