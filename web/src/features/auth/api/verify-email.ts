import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionSchema } from '@domain/login.ts';
import type { EmailProof } from '@domain/verification.ts';
import { callApi } from '@/shared/backend/api.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { rememberSession } from '@/shared/backend/session-storage.ts';
import { auth } from '@/shared/backend/auth.ts';
import { syncSession } from '@/shared/session/sync-session.ts';

async function verifyEmail(proof: EmailProof): Promise<void> {
  const session = await callApi('/api/session/verify-email', { method: 'POST', body: proof, schema: sessionSchema });
  rememberSession(true);
  dataOf(await auth.setSession(session));
}

/**
 * Verifies an email address by code or link and resolves once the user, who is signed in by it, is known. The
 * server counts the tries; its sentence is the error's message.
 */
export function useVerifyEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: verifyEmail,
    // A wrong code counts as a try, so it is asked once.
    retry: retryUnlessRefused,
    onSuccess: () => syncSession(queryClient),
  });
}
