import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { callApi } from '@/shared/backend/api.ts';
import { keys } from '@/shared/backend/query-keys.ts';

type PasswordChange = {
  currentPassword: string;
  newPassword: string;
};

const changePassword = (body: PasswordChange) =>
  callApi('/api/user/password', { method: 'POST', body, schema: z.object({}) });

/** Changes the password and ends all other sessions. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: changePassword,
    // After a lost answer, a repeat would be refused: the password that it calls the current one is no longer that.
    retry: false,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.session.signIn }),
  });
}
