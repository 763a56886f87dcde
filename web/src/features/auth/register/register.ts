import { registeredSchema } from '@domain/registration.ts';
import { callApi } from '@/shared/backend/api.ts';
import { auth } from '@/shared/backend/auth.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { rememberSession } from '@/shared/backend/session-storage.ts';
import { readChoice } from '@/shared/i18n/choice.ts';
import { msg } from '@/shared/i18n/msg.ts';
import type { SignInResult } from '../sign-in/sign-in-with-password.ts';

export type Registration = { username: string; email: string; password: string };

/**
 * Creates an account through `/api`. The user is signed in at once, or has to verify the email address first. Throws an
 * AppError: "Username already exists", "Email already exists", or the server's message ("Registration failed" if it has
 * none).
 */
export async function register({ username, email, password }: Registration): Promise<SignInResult> {
  const { registration, session } = await callApi('/api/session/register', {
    method: 'POST',
    body: { username, email, password, locale: readChoice() ?? undefined },
    schema: registeredSchema,
    fallback: msg('Registration failed'),
    withoutSession: true,
  });
  if (!session) return { status: 'verification', pending: { userId: registration, email, sentAt: Date.now() } };
  rememberSession(true);
  dataOf(await auth.setSession(session));
  return { status: 'signed-in' };
}
