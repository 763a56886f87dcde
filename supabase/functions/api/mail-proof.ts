import type { Session } from '@supabase/supabase-js';
import { authClient } from '../_shared/auth-client.ts';
import { dataOf, secretClient } from '../_shared/clients.ts';
import { CODE_REFUSED, TOO_MANY_TRIES, type EmailProof } from '../_shared/domain/verification.ts';
import { ApiError, fromAuth } from '../_shared/http/api-error.ts';
import { clientAddress } from '../_shared/http/client-address.ts';
import type { ApiContext } from '../_shared/http/context.ts';
import { consumeRateLimit } from '../_shared/http/rate-limit.ts';
import { noteDevice } from './note-device.ts';

/** The Auth token type for each kind of mail proof. Only the newest mail of a kind to an account is valid. */
const TYPES = { verify_email: 'signup', reset_password: 'recovery', confirm_email: 'email_change' } as const;
export type ProofKind = keyof typeof TYPES;

/**
 * Counts a request for a secret, or an attempt at one, right or wrong, per client; 429 above the limit. With a common limit, one client could
 * lock out all others.
 */
export async function countProof(c: ApiContext): Promise<void> {
  await consumeRateLimit('mail_proof', clientAddress(c));
}

/** Whether the link of a mail is valid. The check does not use it up, but is rate-limited like its use. */
export async function isGoodLink(c: ApiContext, token: string, kind: ProofKind): Promise<boolean> {
  await countProof(c);
  return (await addressOfLink(token, kind)) !== null;
}

/** The address that the link of a mail was sent to; null for a link that is not valid. Uses nothing up. */
export async function addressOfLink(token: string, kind: ProofKind): Promise<string | null> {
  return dataOf(await secretClient('mailProof').rpc('address_of_link', { token, kind }));
}

/**
 * Uses up the code or link of a mail; 429 after five attempts at a code, or above the rate limit; 409 for the proof of
 * another registration.
 * @param account the id of the user, at Auth or in the profile; required for a new address, and for the link of a
 * registration
 * @returns the single-use token for Auth, or null for a proof that is wrong, expired or used
 */
export async function takeProof(
  c: ApiContext,
  proof: EmailProof,
  kind: ProofKind,
  account?: string,
): Promise<string | null> {
  await countProof(c);
  const client = secretClient('mailProof');
  if ('token' in proof) return dataOf(await client.rpc('use_mail_link', { token: proof.token, kind, account }));
  try {
    return dataOf(await client.rpc('use_mail_code', { email: proof.email, code: proof.code, kind, account }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error;
    throw new ApiError(429, TOO_MANY_TRIES, { code: 'too_many_tries', retryAfter: error.details.retryAfter });
  }
}

/** Exchanges a proof for a session of Auth, which the client keeps; null if Auth refuses it. */
export async function exchangeProof(
  auth: ReturnType<typeof authClient>,
  ticket: string,
  kind: ProofKind,
): Promise<Session | null> {
  const { data, error } = await auth.verifyOtp({ token_hash: ticket, type: TYPES[kind] });
  if (error && (error.status === 429 || (error.status ?? 500) >= 500)) throw fromAuth(error);
  return data.session;
}

/**
 * The session of a user who proves their address; 400 for a wrong or expired code or link, 409 for that of another
 * registration, 429 after too many attempts.
 */
export async function proveEmail(
  c: ApiContext,
  proof: EmailProof,
  kind: 'verify_email' | 'confirm_email',
  account?: string,
): Promise<Session> {
  const ticket = await takeProof(c, proof, kind, account);
  const session = ticket === null ? null : await exchangeProof(authClient(), ticket, kind);
  if (!session) throw new ApiError(400, CODE_REFUSED, { code: 'code_refused' });
  await noteDevice(c, session.access_token);
  return session;
}
