import { sessionSchema } from '@domain/login.ts';
import { callApi } from '@/shared/backend/api.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { auth } from '@/shared/backend/auth.ts';

/**
 * Asks whether a password is the user's own, as signing in does: no more than ten wrong ones in 15 minutes. Throws an
 * AppError of kind "unauthorized" for a wrong one.
 */
export async function confirmPassword(username: string, password: string): Promise<void> {
  const body = { username, password };
  const proof = await callApi('/api/session', { method: 'POST', body, schema: sessionSchema, isGuests: true });
  // It was a question, not a second session.
  const { error } = await auth.admin.signOut(proof.access_token, 'local');
  if (error) console.warn('The session of the question was not ended:', error.message);
}

/** Whether a failure says that the password was wrong. */
export const isWrongPassword = (error: Error) => error instanceof AppError && error.kind === 'unauthorized';
