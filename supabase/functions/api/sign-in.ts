import type { Factor, Session as SupabaseSession } from '@supabase/supabase-js';
import { authClient } from '../_shared/auth-client.ts';
import { callerClient, dataOf, secretClient } from '../_shared/clients.ts';
import type { z } from 'zod';
import type { loginSchema } from '../_shared/domain/login.ts';
import { FairQueue } from '../_shared/fair-queue.ts';
import { ApiError, fromAuth } from '../_shared/http/api-error.ts';
import { clientAddress } from '../_shared/http/client-address.ts';
import type { ApiContext } from '../_shared/http/context.ts';
import { assertRateLimit, consumeRateLimit } from '../_shared/http/rate-limit.ts';
import { discardSession } from '../_shared/http/session.ts';
import { noteDevice } from './note-device.ts';

/** All refusals take this long, so that the duration does not distinguish an unknown name from a wrong password. */
const REFUSAL_MS = 400;
/** Placeholder address for unknown usernames; `.invalid` never receives mail. */
const NOBODY = 'nobody@example.invalid';
/** A code of an authenticator app; others are recovery codes. */
const APP_CODE = /^\d{6}$/;

/**
 * Attempts per name and address are serialised, and limited per address: only completed failures count, so parallel
 * attempts would all pass before the first is counted.
 */
const triesOfName = new FairQueue({ all: Infinity, perClient: 1 });
const triesOfAddress = new FairQueue({ all: Infinity, perClient: 4 });

/** Resolves at `moment` (ms of `performance.now()`), at once if it has passed: Node warns of a negative delay. */
const untilMoment = (moment: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, moment - performance.now())));

/**
 * A name in lower case, letter by letter as the database folds it. JavaScript makes two letters of İ, and of Σ another
 * one at the end of a word: each spelling of a name would have tries of its own.
 */
const folded = (name: string) => Array.from(name, (letter) => Array.from(letter.toLowerCase())[0]).join('');

/**
 * Signs in with a username or email and a password.
 * @returns the Supabase session
 * @throws ApiError 401 for a wrong name or password, indistinguishably; 403 with requiresVerification for a correct
 * password of an unverified account, or a wrong code; 429 after ten failures in 15 minutes per name and address, or
 * fifty per address
 */
export async function signIn(c: ApiContext, input: z.output<typeof loginSchema>): Promise<SupabaseSession> {
  const address = clientAddress(c);
  const subject = `${folded(input.username).slice(0, 200)} ${address}`;
  const leaveName = await triesOfName.enter(subject);
  const leaveAddress = await triesOfAddress.enter(address);
  const refusalAt = performance.now() + REFUSAL_MS;
  const session = await trySignIn(input, subject, address).finally(() => {
    leaveAddress();
    leaveName();
  });
  if (session) {
    await noteDevice(c, session.access_token);
    return input.code === undefined ? session : secondStep(c, session, input.code);
  }
  await untilMoment(refusalAt);
  throw new ApiError(401, 'Invalid username or password', { code: 'invalid_credentials' });
}

/** One attempt, which is counted if it fails; null for a wrong name or password. */
async function trySignIn(
  input: z.output<typeof loginSchema>,
  subject: string,
  address: string,
): Promise<SupabaseSession | null> {
  await assertRateLimit('login', subject);
  await assertRateLimit('login_address', address);
  const account = dataOf(
    await secretClient('signIn').rpc('resolve_sign_in', { login: input.username }).limit(1).maybeSingle(),
  );
  // Auth is asked even for an unknown name, which must behave like a known one.
  const { data, error } = await authClient().signInWithPassword({
    email: account?.email || NOBODY,
    password: input.password,
  });
  if (data.session) return data.session;
  // Auth only answers this after it has verified the password.
  if (account && error?.code === 'email_not_confirmed') {
    throw new ApiError(403, 'Please verify your email before logging in', {
      code: 'requires_verification',
      body: { requiresVerification: true, user: { id: account.profile_id, email: account.email } },
    });
  }
  if (error && !isWrongPassword(error.code, error.status)) throw fromAuth(error);
  // Attempts with many names from one address are guesses as well.
  await consumeRateLimit('login', subject);
  await consumeRateLimit('login_address', address);
  return null;
}

/** The session after the second step, for users who have one; Auth and the database count wrong codes. */
async function secondStep(c: ApiContext, session: SupabaseSession, code: string): Promise<SupabaseSession> {
  const factors = (session.user.factors ?? []).filter(
    ({ status, factor_type: type }) => status === 'verified' && type === 'totp',
  );
  if (factors.length === 0) return session;
  try {
    return await completed(c, session, factors, code);
  } catch (error) {
    await discardSession(c, session.access_token);
    throw error;
  }
}

/** The session of a first step, completed by a code. */
async function completed(
  c: ApiContext,
  session: SupabaseSession,
  factors: readonly Factor[],
  code: string,
): Promise<SupabaseSession> {
  const auth = authClient();
  const { error: notKept } = await auth.setSession(session);
  if (notKept) throw fromAuth(notKept);
  if (!APP_CODE.test(code)) {
    c.set('session', Promise.resolve({ accessToken: session.access_token, authId: session.user.id }));
    const isUsed = dataOf(await (await callerClient(c)).rpc('use_recovery_code', { code }));
    if (isUsed) return { ...session, user: { ...session.user, factors: [] } };
  } else {
    for (const { id } of factors) {
      const { data, error } = await auth.mfa.challengeAndVerify({ factorId: id, code });
      if (data) return data;
      if (error.status === 429 || (error.status ?? 500) >= 500) throw fromAuth(error);
    }
  }
  throw new ApiError(403, 'The code is wrong or has been used. Wait for the next one.', {
    code: 'second_factor_refused',
  });
}

const isWrongPassword = (code: string | undefined, status: number | undefined) =>
  code === 'invalid_credentials' || code === 'email_not_confirmed' || status === 400;
