import { z } from 'zod';
import { authClient } from '../../_shared/auth-client.ts';
import { callerClient, dataOf, secretClient } from '../../_shared/clients.ts';
import { forgotPasswordSchema } from '../../_shared/domain/forgot-password.ts';
import { sessionSchema } from '../../_shared/domain/login.ts';
import {
  existsSchema,
  pageRegistrationSchema,
  registeredSchema,
  registrationSchema,
} from '../../_shared/domain/registration.ts';
import { TERMS_VERSION } from '../../_shared/domain/terms.ts';
import { userSchema, type User } from '../../_shared/domain/user.ts';
import { env } from '../../_shared/env.ts';
import { ApiError, fromAuth, invalidInput } from '../../_shared/http/api-error.ts';
import type { ApiContext } from '../../_shared/http/context.ts';
import { serveCaller } from '../../_shared/http/caller.ts';
import { clientAddress, UNKNOWN_ADDRESS } from '../../_shared/http/client-address.ts';
import { consumeRateLimit } from '../../_shared/http/rate-limit.ts';
import { runAfterAnswer } from '../../_shared/http/run-after-answer.ts';
import { writeSessionCookies } from '../../_shared/http/session.ts';
import { fetchUser } from '../current-user.ts';
import { countProof } from '../mail-proof.ts';
import { noteDevice } from '../note-device.ts';
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

/** Counts a registration (429), and refuses a taken name or address (409) and invisible characters (400). */
async function beginRegistration(c: ApiContext, { username, email }: { username: string; email: string }) {
  const refusal = dataOf(
    await secretClient('availability').rpc('begin_registration', { address: clientAddress(c), email, username }),
  );
  if (refusal === 'username') throw usernameTaken();
  if (refusal === 'email') throw emailTaken();
  if (refusal !== null) throw unclearUsername();
}

type Registration = z.output<typeof registrationSchema>;

/** The database's sentence for a text that a rule blocks; Auth forwards the sentence alone. */
const CONTENT_NOT_ALLOWED = 'Your text contains content that is not allowed';

const isKnownEmail = (code: string | undefined) => code === 'user_already_exists' || code === 'email_exists';

/**
 * Registers at Auth, in place of an earlier registration of the address that nobody has verified: it ends once Auth has
 * taken the new one, so a registration that is refused ends nothing.
 * @throws ApiError as `beginRegistration`, or with what Auth refuses
 */
async function register(c: ApiContext, input: Registration & { locale?: string | undefined }) {
  await beginRegistration(c, input);
  const { email, password, confirmPassword: _confirmPassword, ...profile } = input;
  // Auth answers a registration of a known address with a user, who is not this one.
  const mark = crypto.randomUUID();
  const data = { ...withoutEmpty(profile), termsVersion: TERMS_VERSION, registrationMark: mark };
  const attempt = async () => {
    const answer = await authClient().signUp({ email, password, options: { data, emailRedirectTo: env.siteUrl } });
    if (answer.error && !isKnownEmail(answer.error.code)) throw await registrationError(input, answer.error);
    const { user, session } = answer.data;
    if (user?.user_metadata['registrationMark'] !== mark) return null;
    if (session) await noteDevice(c, session.access_token);
    return { user, session };
  };
  const registered = await attempt();
  if (registered) return registered;
  const isReplaced = dataOf(await secretClient('availability').rpc('replace_registration', { email }));
  // Counted for the functions: the caller's limit, used up by now, would refuse it after the earlier one has ended.
  const replacement = isReplaced ? await serveCaller(UNKNOWN_ADDRESS, attempt) : null;
  if (!replacement) throw emailTaken();
  return replacement;
}

const registering = {
  method: 'post',
  access: 'anyone',
  description: 'By registering, the user accepts the current terms of use.',
  status: 201,
  refusals: { 409: 'The username or the email address is taken' },
} as const;

accountRoutes.operation(
  {
    ...registering,
    path: '/register',
    summary: 'Register; the email address may have to be verified before the first login',
    body: registrationSchema,
    answer: z.object({ user: userSchema, requiresVerification: z.literal(true).optional() }),
  },
  async ({ c, body: input }) => {
    const { user: registered, session } = await register(c, input);
    if (!session) return { user: await pendingUser(input), requiresVerification: true as const };
    const { access_token: accessToken, refresh_token: refreshToken } = session;
    c.set('session', Promise.resolve({ accessToken, authId: registered.id }));
    const user = await fetchUser(await callerClient(c), registered.id);
    writeSessionCookies(c, { accessToken, refreshToken, isRemembered: false });
    return { user };
  },
);

accountRoutes.operation(
  {
    ...registering,
    path: '/session/register',
    summary: 'Register and get tokens; for clients that store their session themselves',
    body: pageRegistrationSchema,
    // The page stores its session itself, so the answer has tokens and no cookies.
    answer: registeredSchema,
    keepsNoAnswer: true,
  },
  async ({ c, body }) => {
    const { user, session } = await register(c, body);
    return { registration: user.id, ...(session && { session: sessionSchema.parse(session) }) };
  },
);

function withoutEmpty(fields: Record<string, string | null | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, value] as const],
    ),
  );
}

/** If the same name is registered twice at the same time, Auth only reports a failure, so check again. */
async function registrationError(input: Registration, error: Parameters<typeof fromAuth>[0]): Promise<ApiError> {
  if (error.code === 'weak_password' || error.status === 429) return fromAuth(error);
  if (error.code === 'email_address_invalid' || error.code === 'validation_failed') {
    return invalidInput([{ path: 'email', message: 'Invalid email format' }]);
  }
  if (error.message === CONTENT_NOT_ALLOWED) return new ApiError(400, error.message, { code: 'content_not_allowed' });
  if (await usernameExists(input.username)) return usernameTaken();
  if (await emailExists(input.email)) return emailTaken();
  return fromAuth(error);
}

/** The new user before their email is verified: as sent, but what their profile stores, where a rule may have masked it. */
async function pendingUser(input: Registration): Promise<User> {
  const account = dataOf(await secretClient('signIn').rpc('resolve_sign_in', { login: input.email }).single());
  const { password: _password, confirmPassword: _confirmPassword, ...sent } = input;
  const { profile_id: id, company_name: companyName, ...stored } = account;
  return { ...sent, ...stored, id, companyName, avatar: null, role: 'user', isAdmin: false };
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
  async ({ c, body: { email } }) => {
    // The limit of an address remembers each one that is made up.
    await countProof(c);
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
