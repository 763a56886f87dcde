import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { sessionSchema } from '@domain/login.ts';
import type { RegistrationProof } from '@domain/verification.ts';
import { callApi } from '@/shared/backend/api.ts';
import { currentSession } from '@/shared/backend/auth-session.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { rememberSession } from '@/shared/backend/session-storage.ts';
import { auth } from '@/shared/backend/auth.ts';
import { syncSession } from '@/shared/session/sync-session.ts';
import { isRegisteredHere } from './pending-verification.ts';
import { readPendingVerification } from './read-pending-verification.ts';

const verifiedSchema = z.object({
  ...sessionSchema.shape,
  user: z.object({
    id: z.string(),
    email: z.string(),
    user_metadata: z.object({ username: z.string().catch('') }),
  }),
});

type Verified = { email: string; username: string; isSignedIn: boolean };

/**
 * Whether this browser is waiting for the verification of this account. Otherwise the sender of a link could choose the
 * account that its reader is signed in to.
 */
async function isAwaited({ id, email }: { id: string; email: string }): Promise<boolean> {
  const current = await currentSession();
  if (current) return current.user.id === id;
  if (isRegisteredHere(id)) return true;
  const pending = readPendingVerification();
  // A number means that the password was right at a login. A registration has an id, which a later one does not share.
  return typeof pending?.userId === 'number' && pending.email.toLowerCase() === email.toLowerCase();
}

async function verifyEmail(proof: RegistrationProof): Promise<Verified> {
  const { user, ...session } = await callApi('/api/session/verify-email', {
    method: 'POST',
    body: proof,
    schema: verifiedSchema,
  });
  const isSignedIn = 'code' in proof || (await isAwaited(user));
  if (isSignedIn) {
    rememberSession(true);
    dataOf(await auth.setSession(session));
  } else {
    const { error } = await auth.admin.signOut(session.access_token, 'local');
    if (error) console.warn('The session of the link was not ended:', error.message);
  }
  return { email: user.email, username: user.user_metadata.username, isSignedIn };
}

/**
 * Verifies an email address by code or link. Signs in users who typed the code or registered in this browser, and
 * resolves once they are loaded. The server limits the attempts; its message is that of the error.
 */
export function useVerifyEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: verifyEmail,
    // A wrong code counts as an attempt, so a refusal is not retried.
    retry: retryUnlessRefused,
    onSuccess: ({ isSignedIn }) => (isSignedIn ? syncSession(queryClient) : undefined),
  });
}
