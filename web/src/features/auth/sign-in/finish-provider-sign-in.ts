import { useMutation, useQueryClient } from '@tanstack/react-query';
import { auth } from '@/shared/backend/auth.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { syncSession } from '@/shared/session/sync-session.ts';

/**
 * Signs in with the code from the provider and resolves once the user is loaded. Works only in the browser that started
 * the sign-in, which holds the PKCE verifier. Throws an AppError.
 */
export function useFinishProviderSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (code: string) => void dataOf(await auth.exchangeCodeForSession(code)),
    // A code can be exchanged only once, so a retry would fail.
    retry: false,
    onSuccess: () => syncSession(queryClient),
  });
}
