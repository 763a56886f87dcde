import { z } from 'zod';
import { authClient } from '../../_shared/auth-client.ts';
import { callerClient, dataOf, secretClient } from '../../_shared/clients.ts';
import { forgotPasswordSchema } from '../../_shared/domain/forgot-password.ts';
import { existsSchema, registrationSchema } from '../../_shared/domain/registration.ts';
import { TERMS_VERSION } from '../../_shared/domain/terms.ts';
import { userSchema, type User } from '../../_shared/domain/user.ts';
import { env } from '../../_shared/env.ts';
import { ApiError, fromAuth, invalidInput } from '../../_shared/http/api-error.ts';
import type { ApiContext } from '../../_shared/http/context.ts';
import { clientAddress } from '../../_shared/http/client-address.ts';
import { consumeRateLimit } from '../../_shared/http/rate-limit.ts';
import { runAfterAnswer } from '../../_shared/http/run-after-answer.ts';
import { writeSessionCookies } from '../../_shared/http/session.ts';
import { fetchUser } from '../current-user.ts';
import { ApiRoutes, doneSchema } from '../router.ts';

/** Registration, availability and forgotten passwords. */
export const accountRoutes = new ApiRoutes('Account');

const usernameExists = async (username: string) =>
  dataOf(await secretClient('availability').rpc('username_exists', { username }));
const emailExists = async (email: string) => dataOf(await secretClient('availability').rpc('email_exists', { email }));

const usernameTaken = () =>
  new ApiError(409, 'Username already exists', {
    code: 'username_exists',
    errors: [{ path: 'username', message: 'Username already exists' }],
  });
const emailTaken = () =>
  new ApiError(409, 'Email already exists', {
    code: 'email_exists',
    errors: [{ path: 'email', message: 'Email already exists' }],
  });

const unclearUsername = () => invalidInput([{ path: 'username', message: 'Username contains invisible characters' }]);

/**
 * Counts a registration (429), refuses a taken name or address (409) and invisible characters (400), and ends an
 * earlier one of the address that nobody has verified. A refused registration ends nothing.
 */
async function beginRegistration(c: ApiContext, { username, email }: { username: string; email: string }) {
  const refusal = dataOf(
    await secretClient('availability').rpc('begin_registration', { address: clientAddress(c), email, username }),
  );
  if (refusal === 'username') throw usernameTaken();
  if (refusal === 'email') throw emailTaken();
  if (refusal !== null) throw unclearUsername();
}

type Registration = z.output<typeof registrationSchema>;

accountRoutes.operation(
  {
    method: 'post',
    path: '/register',
    summary: 'Register; the email address may have to be verified before the first login',
    description: 'By registering, the user accepts the current terms of use.',
    access: 'anyone',
    body: registrationSchema,
    answer: z.object({ user: userSchema, requiresVerification: z.literal(true).optional() }),
    status: 201,
    refusals: { 409: 'The username or the email address is taken' },
  },
  async ({ c, body: input }) => {
    await beginRegistration(c, input);
    const { email, password, confirmPassword: _confirmPassword, ...profile } = input;
    const { data, error } = await authClient().signUp({
      email,
      password,
      options: { data: { ...withoutEmpty(profile), termsVersion: TERMS_VERSION }, emailRedirectTo: env.siteUrl },
    });
    if (error) throw await registrationError(input, error);
    if (!data.session || !data.user) return { user: await pendingUser(input), requiresVerification: true as const };
    const { access_token: accessToken, refresh_token: refreshToken } = data.session;
    c.set('session', Promise.resolve({ accessToken, authId: data.user.id }));
    const user = await fetchUser(await callerClient(c), data.user.id);
    writeSessionCookies(c, { accessToken, refreshToken, isRemembered: false });
    return { user };
  },
);

function withoutEmpty(fields: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  );
}

/** If the same name is registered twice at the same time, Auth only reports a failure, so check again. */
async function registrationError(input: Registration, error: Parameters<typeof fromAuth>[0]): Promise<ApiError> {
  if (error.code === 'user_already_exists' || error.code === 'email_exists') return emailTaken();
  if (error.code === 'weak_password' || error.status === 429) return fromAuth(error);
  if (error.code === 'email_address_invalid' || error.code === 'validation_failed') {
    return invalidInput([{ path: 'email', message: 'Invalid email format' }]);
  }
  if (await usernameExists(input.username)) return usernameTaken();
  if (await emailExists(input.email)) return emailTaken();
  return fromAuth(error);
}

/** The new user before their email is verified. They are not signed in yet, so the answer repeats their input, with the id. */
async function pendingUser(input: Registration): Promise<User> {
  const account = dataOf(await secretClient('signIn').rpc('resolve_sign_in', { login: input.username }).single());
  const { password: _password, confirmPassword: _confirmPassword, ...profile } = input;
  return { ...profile, id: account.profile_id, email: account.email, avatar: null, role: 'user', isAdmin: false };
}

accountRoutes.operation(
  {
    method: 'post',
    path: '/forgot_password',
    summary: 'Request a mail with a link to reset the password; the answer is the same for every address',
    access: 'anyone',
    body: forgotPasswordSchema,
    answer: doneSchema,
  },
  ({ body: { email } }) => {
    // Answer and duration are the same for every address, with or without an account; the mail is decided on afterwards.
    runAfterAnswer(async () => {
      await consumeRateLimit('forgot_password', email.toLowerCase());
      const { error } = await authClient().resetPasswordForEmail(email, {
        redirectTo: `${env.siteUrl}/reset-password`,
      });
      if (error) throw error;
    });
    return { message: 'If an account exists for this email, a reset link has been sent' };
  },
);

const askedFor = z.string().trim().min(1).max(320);

accountRoutes.operation(
  {
    method: 'get',
    path: '/check_username',
    summary: 'Check whether a username is taken',
    access: 'anyone',
    query: z.object({ username: askedFor }),
    answer: existsSchema,
  },
  async ({ c, query }) => {
    await consumeRateLimit('availability', clientAddress(c));
    return { exists: await usernameExists(query.username) };
  },
);

accountRoutes.operation(
  {
    method: 'get',
    path: '/check-email',
    summary: 'Check whether an email address is registered',
    access: 'anyone',
    query: z.object({ email: askedFor }),
    answer: existsSchema,
  },
  async ({ c, query }) => {
    await consumeRateLimit('availability', clientAddress(c));
    return { exists: await emailExists(query.email) };
  },
);

accountRoutes.operation(
  {
    method: 'post',
    path: '/registration',
    summary: 'Begin a registration at Auth',
    description:
      'For clients that register at Auth itself: counts the registration as `POST /api/register` does, and ends an earlier one of the address that nobody has verified, unless the new one is refused.',
    access: 'anyone',
    body: z.object({ username: askedFor, email: askedFor }),
    answer: doneSchema,
    refusals: { 409: 'The username or the email address is taken' },
  },
  async ({ c, body }) => {
    await beginRegistration(c, body);
    return { message: 'Register at Auth within 30 seconds' };
  },
);
