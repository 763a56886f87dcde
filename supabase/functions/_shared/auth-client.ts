import { AuthApiError, createClient, type SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { env } from './env.ts';
import { fromAuth } from './http/api-error.ts';
import { fetchForCaller } from './http/caller.ts';

const failureSchema = z.object({
  msg: z.string().catch('The password was refused'),
  error_code: z.string().optional(),
});

/** A function serves many users at once, so no client can keep a session. */
export const forgetful = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };

/**
 * Creates an Auth client without a session. Its requests carry the caller's address, so that Auth limits callers
 * separately; Auth trusts the header only with the secret key.
 */
export const authClient = (): SupabaseClient['auth'] =>
  createClient(env.supabaseUrl, env.secretKey, { auth: forgetful, global: { fetch: fetchForCaller } }).auth;

/**
 * Sets the password of a token's user; the Auth client could only do that if it kept the session. Auth refuses (403)
 * unless `prove_password_change` has just been called.
 * @param currentPassword the one to replace; undefined if there is none yet
 */
export async function setPassword(accessToken: string, password: string, currentPassword?: string): Promise<void> {
  const response = await fetchForCaller(`${env.supabaseUrl}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      apikey: env.publishableKey,
      Authorization: `Bearer ${accessToken}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ password, current_password: currentPassword }),
  });
  if (response.ok) {
    await response.body?.cancel();
    return;
  }
  const failure = failureSchema.parse(await response.json().catch(() => ({})));
  throw fromAuth(new AuthApiError(failure.msg, response.status, failure.error_code));
}
