import type { Session } from '@supabase/supabase-js';
import { z } from 'zod';
import { authClient } from '../../_shared/auth-client.ts';
import { callerClient, dataOf, secretClient } from '../../_shared/clients.ts';
import { sessionSchema } from '../../_shared/domain/login.ts';
import { userSchema } from '../../_shared/domain/user.ts';
import {
  CODE_REFUSED,
  emailProofSchema,
  resendVerificationSchema,
  TOO_MANY_TRIES,
  type EmailProof,
} from '../../_shared/domain/verification.ts';
import { env } from '../../_shared/env.ts';
import { ApiError, fromAuth } from '../../_shared/http/api-error.ts';
import { consumeRateLimit } from '../../_shared/http/rate-limit.ts';
import { writeSessionCookies } from '../../_shared/http/session.ts';
import { fetchUser } from '../current-user.ts';
import { ApiRoutes, doneSchema } from '../router.ts';

/** Verification of an e-mail address (B11). */
export const verificationRoutes = new ApiRoutes('Account');

const refused = () => new ApiError(400, CODE_REFUSED, { code: 'code_refused' });

/** Asks the database before Auth, which knows neither the life of a code nor how often it was tried. */
async function isWorthAsking(proof: EmailProof): Promise<boolean> {
  const client = secretClient('mailProof');
  if ('token' in proof) return dataOf(await client.rpc('mail_link_is_fresh', { token_hash: proof.token, kind: 'signup' }));
  try {
    return dataOf(await client.rpc('try_verification_code', { email: proof.email }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error;
    throw new ApiError(429, TOO_MANY_TRIES, { code: 'too_many_tries', retryAfter: error.details.retryAfter });
  }
}

/** The session of whoever proves that the address is his; 400 for a wrong or old code, 429 after five tries at it. */
async function verify(proof: EmailProof): Promise<Session> {
  if (!(await isWorthAsking(proof))) throw refused();
  const { data, error } = await authClient().verifyOtp(
    'token' in proof
      ? { token_hash: proof.token, type: 'signup' }
      : { email: proof.email, token: proof.code, type: 'signup' },
  );
  if (data.session) return data.session;
  if (error && (error.status === 429 || (error.status ?? 500) >= 500)) throw fromAuth(error);
  throw refused();
}

// The answer hands out a session, and a code works once anyway.
const verifying = {
  method: 'post',
  access: 'anyone',
  body: emailProofSchema,
  keepsNoAnswer: true,
  description: 'Takes `token`, or `email` with `code`. Code and link work once, within 15 minutes; a code can be tried five times.',
} as const;

verificationRoutes.operation(
  {
    ...verifying,
    path: '/verify-email',
    summary: 'Verify an e-mail address and sign in; the session comes as cookies',
    answer: userSchema,
  },
  async ({ c, body }) => {
    const { access_token: accessToken, refresh_token: refreshToken, user } = await verify(body);
    c.set('session', Promise.resolve({ accessToken, authId: user.id }));
    const answer = await fetchUser(await callerClient(c), user.id);
    writeSessionCookies(c, { accessToken, refreshToken, isRemembered: false });
    return answer;
  },
);

verificationRoutes.operation(
  {
    ...verifying,
    path: '/session/verify-email',
    summary: 'Verify an e-mail address and get the tokens; for clients that keep their session themselves',
    // The page keeps its session itself (C44), so it gets the tokens and no cookies.
    answer: z.looseObject(sessionSchema.shape),
  },
  async ({ body }) => ({ ...(await verify(body)) }),
);

verificationRoutes.operation(
  {
    method: 'post',
    path: '/resend-verification',
    summary: 'Send another code, once a minute and five times a day; the answer is the same for every address',
    access: 'anyone',
    body: resendVerificationSchema,
    answer: doneSchema,
  },
  async ({ body: { email } }) => {
    await consumeRateLimit('resend_verification', email.toLowerCase());
    await consumeRateLimit('resend_verification_daily', email.toLowerCase());
    const { error } = await authClient().resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: `${env.siteUrl}/verify-email` },
    });
    if (error) throw fromAuth(error);
    return { message: 'If the account waits for its verification, a new code has been sent' };
  },
);
