import { useMutation, useQueryClient } from '@tanstack/react-query';
import { auth } from '@/shared/backend/auth.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { syncSession } from '@/shared/session/sync-session.ts';

/**
 * Signs in with the code that the provider sent back, and resolves once the user is known. It works only in the browser that left for the
 * provider, which kept the PKCE verifier. Throws an AppError.
 */
export function useFinishProviderSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (code: string) => void dataOf(await auth.exchangeCodeForSession(code)),
    // A code can be exchanged only once.
    retry: false,
    onSuccess: () => syncSession(queryClient),
  });
}
