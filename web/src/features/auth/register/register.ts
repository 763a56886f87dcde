import { z } from 'zod';
import { TERMS_VERSION } from '@domain/terms.ts';
import { AppError, toAppError } from '@/shared/errors/app-error.ts';
import { rememberSession } from '@/shared/backend/session-storage.ts';
import { callApi } from '@/shared/backend/api.ts';
import { auth } from '@/shared/backend/auth.ts';
import { readChoice } from '@/shared/i18n/choice.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { paths } from '@/shared/paths.ts';
import { EMAIL_EXISTS, USERNAME_EXISTS } from './registration-failure.ts';
import { fetchExists } from './check-availability.ts';
import type { SignInResult } from '../sign-in/sign-in-with-password.ts';

export type Registration = { username: string; email: string; password: string };

function conflict(message: string, cause?: unknown): AppError {
  return new AppError(message, { kind: 'conflict', status: 409, cause });
}

/**
 * Creates an account with Supabase Auth. The user is signed in at once, or has to verify the email address first.
 * Throws an AppError: "Username already exists", "Email already exists", or the server's message ("Registration failed"
 * if it has none).
 */
export async function register({ username, email, password }: Registration): Promise<SignInResult> {
  await callApi('/api/registration', { method: 'POST', body: { username, email }, schema: z.unknown() });

  rememberSession(true);
  const { data, error } = await auth.signUp({
    email,
    password,
    options: {
      data: { username, termsVersion: TERMS_VERSION, locale: readChoice() ?? undefined },
      emailRedirectTo: window.location.origin + paths.verifyEmail,
    },
  });
  if (error?.code === 'user_already_exists' || error?.code === 'email_exists') throw conflict(EMAIL_EXISTS, error);
  if (error) {
    // Auth hides why the database refused; most likely somebody has just taken the name.
    const isTakenNow = await fetchExists('username', username).catch(() => false);
    throw isTakenNow
      ? conflict(USERNAME_EXISTS, error)
      : toAppError(error, error.status, '', msg('Registration failed'));
  }
  if (data.session) return { status: 'signed-in' };
  // For a known address Auth returns a fake user without identities.
  if (!data.user || data.user.identities?.length === 0) throw conflict(EMAIL_EXISTS);
  return { status: 'verification', pending: { userId: data.user.id, email, sentAt: Date.now() } };
}
