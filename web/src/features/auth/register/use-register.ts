import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lateCode } from '@/shared/lazy/late-code.ts';
import { syncSession } from '@/shared/session/sync-session.ts';
import type { Registration } from './register.ts';

// Fetched ahead, for when the form is filled in.
const load = lateCode(() => import('./register.ts'));

/** Registers; without verification it resolves once the user is loaded. */
export function useRegister() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (registration: Registration) => (await load()).register(registration),
    // A repeat after a lost answer would be refused: the address is registered.
    retry: false,
    onSuccess: (result) => (result.status === 'signed-in' ? syncSession(queryClient) : undefined),
  });
}
