import type { Session } from '@supabase/supabase-js';
import { z } from 'zod';
import { authClient } from '../../_shared/auth-client.ts';
import { callerClient, dataOf } from '../../_shared/clients.ts';
import { confirmedEmailSchema, requiresVerificationSchema, sessionSchema } from '../../_shared/domain/login.ts';
import { userSchema } from '../../_shared/domain/user.ts';
import {
  emailProofSchema,
  registrationProofSchema,
  type RegistrationProof,
  resendVerificationSchema,
} from '../../_shared/domain/verification.ts';
import { env } from '../../_shared/env.ts';
import { ApiError, fromAuth } from '../../_shared/http/api-error.ts';
import type { ApiContext } from '../../_shared/http/context.ts';
import { consumeRateLimit } from '../../_shared/http/rate-limit.ts';
import {
  discardSession,
  isHalfSignedIn,
  readSessionIfAny,
  requireSession,
  writeSessionCookies,
} from '../../_shared/http/session.ts';
import { fetchUser } from '../current-user.ts';
import { addressOfLink, countProof, proveEmail } from '../mail-proof.ts';
import { ApiRoutes, doneSchema } from '../router.ts';
import { signIn } from '../sign-in.ts';

/** Verification of an email address. */
export const verificationRoutes = new ApiRoutes('Account');

// The answer contains a session, and a code works only once anyway.
const proving = { method: 'post', access: 'anyone', keepsNoAnswer: true } as const;

const verifying = {
  ...proving,
  body: registrationProofSchema,
  description:
    'Send `token`, or `email` and `code`. Code and link work once, within 15 minutes; a code allows five attempts. A link needs `registration`, the id that registering or logging in has answered, or the `password` of the registration; with `registration`, a code verifies no other registration of the address.',
  refusals: {
    401: 'The password is wrong; the link stays good',
    409: 'The link or code belongs to another registration of the address; it stays good',
  },
} as const;

/**
 * The session of a registration whose address is proved. Somebody else may have registered the address, with their own
 * password; so a link has to come with what only the reader's own registration has: its id, or its password.
 */
async function proveRegistration(c: ApiContext, proof: RegistrationProof): Promise<Session> {
  if (!('token' in proof) || proof.password === undefined) {
    return proveEmail(c, proof, 'verify_email', proof.registration?.toString());
  }
  const email = await addressOfLink(proof.token, 'verify_email');
  if (email === null) return proveEmail(c, proof, 'verify_email');
  try {
    // The address was verified in the meantime.
    return await signIn(c, { username: email, password: proof.password });
  } catch (error) {
    const waiting = requiresVerificationSchema.safeParse(error instanceof ApiError ? error.details.body : null);
    if (!waiting.success) throw error;
    return proveEmail(c, proof, 'verify_email', String(waiting.data.user.id));
  }
}

verificationRoutes.operation(
  {
    ...verifying,
    path: '/verify-email',
    summary: 'Verify an email address and sign in; the session is set as cookies',
    answer: userSchema,
  },
  async ({ c, body }) => {
    const { access_token: accessToken, refresh_token: refreshToken, user } = await proveRegistration(c, body);
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
    summary: 'Verify an email address and get tokens; for clients that store their session themselves',
    // The page stores its session itself, so the answer has tokens and no cookies.
    answer: z.looseObject(sessionSchema.shape),
  },
  async ({ c, body }) => ({ ...(await proveRegistration(c, body)) }),
);

verificationRoutes.operation(
  {
    ...proving,
    path: '/session/confirm-email',
    body: emailProofSchema,
    summary: 'Confirm the new email address of an account; its user, if signed in, gets new tokens',
    description:
      'Send the `token` from the mail to the new address, or `email` and `code`, which needs a session. Both work once, within 60 minutes; a code allows five attempts.',
    answer: confirmedEmailSchema,
  },
  async ({ c, body }) => {
    // A token is sufficient proof for guests and ended sessions.
    const caller = 'token' in body ? await readSessionIfAny(c) : await requireSession(c);
    const owner = 'token' in body ? undefined : caller?.authId;
    const session = await proveEmail(c, body, 'confirm_email', owner);
    const { access_token, refresh_token, user } = session;
    c.set('session', Promise.resolve({ accessToken: access_token, authId: user.id }));
    const client = await callerClient(c);
    const { username } = dataOf(await client.from('profiles').select('username').eq('auth_id', user.id).single());
    const confirmed = { username, email: user.email ?? '' };
    // Somebody with two-step sign-in keeps their session, which is after both steps.
    if (caller?.authId === user.id && !isHalfSignedIn(access_token, user))
      return { ...confirmed, session: { access_token, refresh_token } };
    // The sender of a link must not be able to choose the account in which its receiver is signed in.
    await discardSession(c, access_token);
    return confirmed;
  },
);

verificationRoutes.operation(
  {
    method: 'post',
    path: '/resend-verification',
    summary: 'Send another code, at most once a minute and five times a day; the answer is the same for every address',
    access: 'anyone',
    body: resendVerificationSchema,
    answer: doneSchema,
  },
  async ({ c, body: { email } }) => {
    // The limit of an address remembers each one that is made up.
    await countProof(c);
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
