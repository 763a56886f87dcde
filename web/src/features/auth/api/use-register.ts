import { useMutation, useQueryClient } from '@tanstack/react-query';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { lateCode } from '@/shared/lazy/late-code.ts';
import { syncSession } from '@/shared/session/sync-session.ts';
import type { Registration } from './register.ts';

// Needed once the form is filled in.
const load = lateCode(() => import('./register.ts'));

/** Registers and, where no verification is asked for, resolves once the user is known. */
export function useRegister() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (registration: Registration) => (await load()).register(registration),
    retry: retryUnlessRefused,
    onSuccess: (result) => (result.status === 'signed-in' ? syncSession(queryClient) : undefined),
  });
}
