import { z } from 'zod';
import { authClient } from '../../_shared/auth-client.ts';
import { callerClient, dataOf } from '../../_shared/clients.ts';
import { loginSchema, sessionSchema } from '../../_shared/domain/login.ts';
import { userSchema } from '../../_shared/domain/user.ts';
import { fromAuth, unauthorized } from '../../_shared/http/api-error.ts';
import {
  clearSessionCookies,
  discardSession,
  endSession,
  isHalfSignedIn,
  isRefusal,
  readSessionIfAny,
  secondStepMissing,
  writeSessionCookies,
} from '../../_shared/http/session.ts';
import { currentUser, fetchUser } from '../current-user.ts';
import { ApiRoutes, doneSchema } from '../router.ts';
import { signIn } from '../sign-in.ts';

/** Signing in and out. */
export const sessionRoutes = new ApiRoutes('Session');

// Repeating a sign-in is harmless, and an answer with tokens must not be stored for a repeat.
const signingIn = {
  method: 'post',
  access: 'anyone',
  body: loginSchema,
  keepsNoAnswer: true,
  refusals: {
    401: 'The username or the password is wrong',
    403: 'The email address is not verified: the body has `requiresVerification`, and `user` with `id` and `email`. Or the `code` of the authenticator app is wrong or missing',
  },
} as const;

sessionRoutes.operation(
  {
    ...signingIn,
    path: '/session',
    summary: 'Sign in and get tokens; for clients that store their session themselves',
    // The page stores its session itself, so the answer has tokens and no cookies.
    answer: z.looseObject(sessionSchema.shape),
  },
  async ({ c, body }) => ({ ...(await signIn(c, body)) }),
);

sessionRoutes.operation(
  {
    method: 'post',
    path: '/session/refresh',
    summary: 'Renew the tokens of a session; a refresh token works once',
    access: 'anyone',
    body: z.object({ refresh_token: z.string().min(1).max(1_000) }),
    keepsNoAnswer: true,
    answer: z.looseObject(sessionSchema.shape),
    refusals: { 401: 'The session has ended, or the refresh token has been used' },
  },
  async ({ body }) => {
    const { data, error } = await authClient().refreshSession(body);
    if (error && isRefusal(error.status)) throw unauthorized(error);
    if (error) throw fromAuth(error);
    if (!data.session) throw unauthorized();
    return { ...data.session };
  },
);

sessionRoutes.operation(
  {
    ...signingIn,
    path: '/login',
    summary: 'Sign in with a username or email address; the session is set as cookies',
    description: 'With `rememberMe` the cookies last for 30 days, otherwise until the browser is closed.',
    answer: userSchema,
  },
  async ({ c, body }) => {
    const session = await signIn(c, body);
    const { access_token: accessToken, refresh_token: refreshToken, user } = session;
    if (isHalfSignedIn(accessToken, user)) {
      await discardSession(c, accessToken);
      throw secondStepMissing();
    }
    c.set('session', Promise.resolve({ accessToken, authId: user.id }));
    const answer = await fetchUser(await callerClient(c), user.id);
    writeSessionCookies(c, { accessToken, refreshToken, isRemembered: body.rememberMe ?? false });
    return answer;
  },
);

sessionRoutes.operation(
  {
    method: 'post',
    path: '/logout',
    summary: 'Sign out: ends the session on the server and removes its cookies',
    access: 'anyone',
    keepsNoAnswer: true,
    answer: doneSchema,
  },
  async ({ c }) => {
    try {
      // An invalid or ended session needs no sign-out.
      const session = await readSessionIfAny(c);
      if (session) await endSession(session.accessToken);
    } finally {
      // Also if the session lives on: somebody else can use the browser next.
      clearSessionCookies(c);
    }
    return { message: 'Logged out' };
  },
);

sessionRoutes.operation(
  { method: 'get', path: '/user', summary: 'Get the signed-in user', access: 'user', answer: userSchema },
  ({ c }) => currentUser(c),
);

sessionRoutes.operation(
  {
    method: 'get',
    path: '/sessions',
    summary: 'List where I am signed in, this session first, up to 100',
    access: 'user',
    answer: z.array(
      z.object({
        id: z.uuid(),
        userAgent: z.string().nullable(),
        address: z.string().nullable(),
        startedAt: z.string(),
        usedAt: z.string(),
        isCurrent: z.boolean(),
      }),
    ),
  },
  async ({ client }) =>
    dataOf(await client.rpc('my_sessions')).map((row) => ({
      id: row.id,
      userAgent: row.user_agent,
      address: row.address,
      startedAt: row.started_at,
      usedAt: row.used_at,
      isCurrent: row.is_current,
    })),
);

sessionRoutes.operation(
  {
    method: 'post',
    path: '/sessions/end',
    summary: 'Sign out on one device, at once',
    access: 'user',
    body: z.object({ id: z.uuid() }),
    answer: doneSchema,
    refusals: { 404: 'No such session of mine' },
  },
  async ({ client, body }) => {
    dataOf(await client.rpc('end_session', { session_id: body.id }));
    return { message: 'Session ended' };
  },
);
