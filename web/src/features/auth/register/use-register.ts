import { useMutation, useQueryClient } from '@tanstack/react-query';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
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
    retry: retryUnlessRefused,
    onSuccess: (result) => (result.status === 'signed-in' ? syncSession(queryClient) : undefined),
  });
}
