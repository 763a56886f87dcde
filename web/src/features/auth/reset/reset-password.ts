import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { callApi } from '@/shared/backend/api.ts';
import { signOut } from '@/shared/backend/auth.ts';
import { syncSession } from '@/shared/session/sync-session.ts';

const answerSchema = z.object({ message: z.string() });

async function resetPassword(body: { token: string; password: string }): Promise<void> {
  await callApi('/api/reset_password', { method: 'POST', body, schema: answerSchema });
  // The server has ended all sessions, so this browser drops its own at once.
  await signOut('local');
}

/** Sets a new password with the reset link, which uses it up, and ends all sessions. */
export function useResetPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: resetPassword,
    // The first request uses the link up and keeps nothing by which the server could know a repeat, so after a lost answer
    // that would be told of an invalid link, although the password is changed.
    retry: false,
    onSuccess: () => syncSession(queryClient),
  });
}
