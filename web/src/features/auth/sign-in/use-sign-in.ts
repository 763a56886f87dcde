import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LoginInput } from '@domain/login.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { lateCode } from '@/shared/lazy/late-code.ts';
import { syncSession } from '@/shared/session/sync-session.ts';

// Fetched ahead, for when the form is filled in.
const load = lateCode(() => import('./sign-in-with-password.ts'));

/** Signs in and resolves once the user is loaded, or asked for the second step. */
export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: LoginInput) => (await load()).signIn(input),
    retry: retryUnlessRefused,
    onSuccess: (result) => (result.status === 'verification' ? undefined : syncSession(queryClient)),
  });
}
