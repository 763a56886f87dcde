import { useMutation, useQueryClient } from '@tanstack/react-query';
import { auth } from '@/shared/backend/auth.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { syncSession } from '@/shared/session/sync-session.ts';

/**
 * Signs in with the code that the provider sent back, and resolves once the user is known. Only the browser that left for the provider
 * can: it kept the other half. Throws an AppError.
 */
export function useFinishProviderSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (code: string) => void dataOf(await auth.exchangeCodeForSession(code)),
    // A code works once.
    retry: false,
    onSuccess: () => syncSession(queryClient),
  });
}
