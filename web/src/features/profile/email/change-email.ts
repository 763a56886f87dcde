import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { existsSchema, type changeEmailSchema } from '@domain/registration.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { callApi } from '@/shared/backend/api.ts';
import { keys } from '@/shared/backend/query-keys.ts';

/** Auth does not reveal whether the address is taken, so this asks first, as the register form does. */
async function changeEmail(body: z.infer<typeof changeEmailSchema>): Promise<void> {
  const { exists } = await callApi(`/api/check-email?email=${encodeURIComponent(body.email)}`, {
    schema: existsSchema,
  });
  const message = msg('This email is already registered');
  if (exists)
    throw new AppError(message, { kind: 'conflict', status: 409, details: { errors: [{ path: 'email', message }] } });
  await callApi('/api/user/email', { method: 'POST', body, schema: z.object({}) });
}

/** Requests a new email address. The old one stays until the new one is confirmed by the mail sent there. */
export function useChangeEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: keys.session.changeEmail,
    mutationFn: changeEmail,
    // Auth sends one mail a minute, so a repeat after a lost answer would be refused.
    retry: false,
    // Also after a failure: with only the answer lost, the new address waits for its code.
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.session.all }),
  });
}

/** Whether a request to change the address is pending. */
export function useIsChangingEmail(): boolean {
  return useIsMutating({ mutationKey: keys.session.changeEmail }) > 0;
}
