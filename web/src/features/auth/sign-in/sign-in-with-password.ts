import { requiresVerificationSchema, sessionSchema, type LoginInput } from '@domain/login.ts';
import { callApi } from '@/shared/backend/api.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { rememberSession } from '@/shared/backend/session-storage.ts';
import { auth } from '@/shared/backend/auth.ts';
import { msg } from '@/shared/i18n/msg.ts';
import type { PendingVerification } from '../verify/pending-verification.ts';

/** `second-step`: the code of the authenticator app is missing, and asked for by `SessionWatcher`. */
export type SignInResult =
  | { status: 'signed-in' | 'second-step' }
  | { status: 'verification'; pending: PendingVerification };

/**
 * Signs in with a username or email address through `/api` and keeps the session as "Remember me" says. A correct
 * password for an unverified account is a result, not a failure. Throws an AppError; its message is "Login failed" if
 * the server gave none.
 */
export async function signIn({ username, password, rememberMe = false }: LoginInput): Promise<SignInResult> {
  try {
    const session = await callApi('/api/session', {
      method: 'POST',
      body: { username, password },
      schema: sessionSchema,
      fallback: msg('Login failed'),
      withoutSession: true,
    });
    rememberSession(rememberMe);
    dataOf(await auth.setSession(session));
    const { currentLevel, nextLevel } = dataOf(await auth.mfa.getAuthenticatorAssuranceLevel());
    return { status: currentLevel === nextLevel ? 'signed-in' : 'second-step' };
  } catch (error) {
    const verification = error instanceof AppError ? requiresVerificationSchema.safeParse(error.details) : null;
    if (!verification?.success) throw error;
    const { id, email } = verification.data.user;
    return { status: 'verification', pending: { userId: id, email } };
  }
}
