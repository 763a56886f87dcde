import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LoginInput } from '@domain/login.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { fetchAhead } from '@/shared/lazy/fetch-ahead.ts';
import { loadCode } from '@/shared/lazy/load-code.ts';
import { syncSession } from '@/shared/session/sync-session.ts';

const load = () => loadCode(() => import('./sign-in.ts'));

// Needed once the form is filled in.
fetchAhead(load);

/** Signs in and resolves once the user is known. */
export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: LoginInput) => (await load()).signIn(input),
    retry: retryUnlessRefused,
    onSuccess: (result) => (result.status === 'signed-in' ? syncSession(queryClient) : undefined),
  });
}
