import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { sessionSchema } from '@domain/login.ts';
import type { RegistrationProof } from '@domain/verification.ts';
import { callApi } from '@/shared/backend/api.ts';
import { currentSession } from '@/shared/backend/auth-session.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { rememberSession } from '@/shared/backend/session-storage.ts';
import { auth } from '@/shared/backend/auth.ts';
import { syncSession } from '@/shared/session/sync-session.ts';

const verifiedSchema = z.object({
  ...sessionSchema.shape,
  user: z.object({
    id: z.string(),
    email: z.string(),
    user_metadata: z.object({ username: z.string().catch('') }),
  }),
});

export type Verified = { email: string; username: string; isSignedIn: boolean };

async function verifyEmail(proof: RegistrationProof): Promise<Verified> {
  const { user, ...session } = await callApi('/api/session/verify-email', {
    method: 'POST',
    body: proof,
    schema: verifiedSchema,
    withoutSession: true,
  });
  // A link that is opened while somebody else is signed in leaves them so.
  const current = await currentSession();
  const isSignedIn = 'code' in proof || !current || current.user.id === user.id;
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
 * Verifies an email address by a code, or by a link with the id of the registration or its password. Signs the user in
 * unless somebody else is, and resolves once they are loaded. The server limits the attempts; its message is that of the
 * error.
 */
export function useVerifyEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: verifyEmail,
    // The first request uses the code or link up. A repeat after a lost answer would be told that it is wrong, and to know
    // the repeat the server would have to keep what gives a session.
    retry: false,
    onSuccess: ({ isSignedIn }) => (isSignedIn ? syncSession(queryClient) : undefined),
  });
}
