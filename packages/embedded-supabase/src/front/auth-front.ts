import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { compare, hash } from 'bcryptjs';
import { Hono } from 'hono';
import { z } from 'zod';
import { FairQueue } from '../fair-queue.ts';
import { Assurance } from './assurance.ts';
import { authError } from './auth-error.ts';
import { addressOf, limitAuth, type FrontContext } from './auth-limits.ts';
import type { Sql } from '../database/database.ts';
import type { Front } from './front.ts';
import { callerOf, createMfa, type FactorChange, type MfaAttempt } from './mfa.ts';
import { sessionOf } from '../platform/token-state.ts';
import { readJson } from './read-json.ts';
import type { ProjectConfig } from '../platform/project-config.ts';

/**
 * The hooks of Auth that a project has, with the events and answers of hosted Supabase, and what its triggers on
 * `auth.users` decide: here Auth writes as the owner of the database, whom they let pass.
 */
export interface AuthHooks {
  /** The hook `before_user_created`. Without an address, where no limits apply, nothing is counted. */
  beforeUserCreated?: (event: {
    metadata: { ip_address: string | null };
    user: { email: string; app_metadata: { provider: 'email' }; user_metadata: Record<string, unknown> };
  }) => Promise<unknown>;
  /** The hook `password_verification_attempt`. Also asked with `valid` before the password is checked. */
  passwordAttempt?: (event: { user_id: string; valid: boolean }) => Promise<unknown>;
  /** The hook `mfa_verification_attempt`. Also asked with `valid` before the code is checked. Here a rejection is 429. */
  mfaAttempt?: (event: MfaAttempt) => Promise<unknown>;
  /** Whether a change of a user's own verified factors is refused, asked for with a token. */
  refusesFactorChange?: (change: FactorChange) => Promise<boolean>;
  /** Decides about a new password or address, asked for with a token. @returns the refusal; undefined if allowed */
  refuseChange?: (change: CredentialChange) => Promise<{ code: string; message: string } | undefined>;
}

/** A change of a user's own password or address. */
export interface CredentialChange {
  userId: string;
  sessionId: string;
  email: unknown;
  password: unknown;
  currentPassword: string;
}

interface AuthFrontParts {
  sql: Sql;
  requireEmailVerification: boolean;
  /** Forwards to the auth server. */
  forward: (request: Request) => Promise<Response>;
  /** Forwards the renewal of a session by a refresh token, whose writes happen all or not at all. */
  renew: (request: Request, refreshToken: string) => Promise<Response>;
  /** Limits per address, or null for none. */
  limits: ProjectConfig['auth']['rate_limit'] | null;
  signUp: Pick<ProjectConfig['auth'], 'enable_signup' | 'minimum_password_length'>;
  secretKey: string;
  /** Number of trusted reverse proxies. */
  proxies: number;
  hooks: AuthHooks;
  jwtSecret: string;
  /** Address of the page. */
  siteUrl: string;
  /** Called after requests that can have made a session; never fails. */
  onSession: () => Promise<void>;
  /** Sends the mails that a request has queued; never fails. */
  sendMail: () => Promise<void>;
}

/** An address as the auth server folds it: some locales of a database leave letters that JavaScript folds. */
const addressSchema = z.string().toLowerCase();
const credentialsSchema = z.object({
  email: addressSchema,
  password: z.string(),
  data: z.record(z.string(), z.unknown()).catch({}),
});
/** The auth server looks for the account of such a body, and fails in its own way where there is one. */
const noPasswordSchema = z.object({
  email: z.string(),
  password: z.unknown().refine((password) => typeof password !== 'string'),
});
/** Characters of a password, as in Auth. */
const PASSWORD_MAX = 72;
const tokensSchema = z.object({ access_token: z.string() });
const addressedSchema = z.object({ email: addressSchema });
const otpSchema = z.object({ email: addressSchema, create_user: z.boolean().catch(true) });
const changeSchema = z.object({
  email: z.unknown().optional(),
  password: z.unknown().optional(),
  current_password: z.string().catch(''),
});
const dataSchema = z.object({ data: z.record(z.string(), z.unknown()) });
const passwordSchema = z.strictObject({ password: z.string().min(1).max(PASSWORD_MAX) });
const refusalSchema = z.object({ error: z.object({ http_code: z.number(), message: z.string() }).optional() });
const resendSchema = z.object({ type: z.string(), email: addressSchema });
const renewalSchema = z.object({ refresh_token: z.string() });
const errorSchema = z.object({ error_code: z.string() });
/** Characters of an address. To search a longer one, the auth server takes time that grows with its square: minutes. */
const EMAIL_MAX = 320;
/** Values that are not an email address. The auth server also accepts a list, and searches the text that it makes of it. */
const noEmailSchema = z.object({
  email: z.union([z.string().min(EMAIL_MAX + 1), z.array(z.unknown()), z.looseObject({})]),
});
/** Data that is not an object: the auth server would spread a text into its characters. */
const noDataSchema = z.object({ data: z.union([z.string(), z.array(z.unknown()), z.number(), z.boolean()]) });
const verdictSchema = z.object({ decision: z.enum(['continue', 'reject']), message: z.string().optional() });

/**
 * Refresh tokens of a session that are kept. The auth server goes through all that followed a used one, in a time that
 * grows with their square: seconds for those of a few hours of a client that renews without a pause.
 */
const TOKENS_KEPT = 100;

/** Bytes of the data of a user: whatever they add stays, and comes with each answer. Hosted Auth has no limit. */
const USER_DATA_MAX = 16_000;

/** Work factor of a password hash, as in Auth. */
const HASH_COST = 10;

/** Requests that make Auth send a mail; they are answered when it is sent. */
const MAILING_PATHS = ['/signup', '/resend', '/recover', '/otp', '/magiclink', '/user', '/factors/*'];

interface Account {
  id: string;
  email: string;
  confirmed: boolean;
  encrypted_password: string | null;
  email_change: string | null;
}

/**
 * A front for the auth server of `@supabase/lite` that implements the differences to hosted Supabase: repeated
 * registrations, resending a code, the order of the checks at sign-in, and the shape of errors. Mails come from the
 * database queue.
 */
export function createAuthFront(parts: AuthFrontParts): Front {
  const { sql, forward, hooks } = parts;
  const app: Front = new Hono();
  if (parts.limits) app.use(limitAuth(parts.limits, parts));

  app.use(async (c, next) => {
    const body = c.req.raw.body === null ? undefined : await readJson(c.req.raw);
    if (noEmailSchema.safeParse(body).success)
      return authError(400, 'validation_failed', 'Unable to validate email address: invalid format');
    if (noDataSchema.safeParse(body).success) return authError(400, 'bad_json', 'The data of a user must be an object');
    return next();
  });

  const assurance = new Assurance(sql, parts.jwtSecret);
  app.use(async (c, next) => {
    await next();
    const isOfSession =
      /^\/auth\/v1\/(user|factors)\b/.test(c.req.path) || c.req.query('grant_type') === 'refresh_token';
    if (c.res.status < 400 && !isOfSession) {
      await noteSession(c);
      await parts.onSession();
    }
    const completed = await assurance.complete(c.res);
    if (completed === c.res) return;
    // Cleared first, because Hono would merge the headers of both answers.
    c.res = undefined;
    c.res = completed;
  });

  /** Stores where and how a new session was made, as hosted Auth does. */
  const noteSession = async (c: FrontContext): Promise<void> => {
    const answer = tokensSchema.safeParse(await readJson(c.res));
    const session = answer.success ? sessionOf(answer.data.access_token) : undefined;
    if (!session) return;
    const address = parts.limits && addressOf(c, parts);
    await sql('update auth.sessions set user_agent = $2, ip = $3 where id = $1', [
      session.session_id,
      c.req.header('user-agent') ?? null,
      address !== null && isIP(address) ? address : null,
    ]);
    await assurance.noteMethod(session.session_id, methodOf(c));
  };

  /** The account of an address in lower case. */
  const find = async (email: string): Promise<Account | undefined> => {
    const [account] = await sql<Account>(
      `select id, email, email_confirmed_at is not null as confirmed, encrypted_password, email_change
      from auth.users where email = $1 and not is_sso_user`,
      [email],
    );
    return account;
  };
  /** A new, unusable token: storing it makes the database queue the corresponding mail. */
  const ask = (kind: 'confirmation' | 'email_change', account: Account) =>
    sql(
      `update auth.users set ${kind === 'confirmation' ? 'confirmation_token' : 'email_change_token_new'} = $2 where id = $1`,
      [account.id, randomUUID()],
    );

  for (const path of MAILING_PATHS) {
    app.use(path, async (c, next) => {
      await next();
      if (c.req.method !== 'GET' && c.res.ok) await parts.sendMail();
    });
  }

  app.route(
    '/factors',
    createMfa({
      ...parts,
      addressOf: (c) => addressOf(c, parts),
      refuseAttempt: async (event) => {
        const { decision, message } = verdictSchema.parse(
          (await hooks.mfaAttempt?.(event)) ?? { decision: 'continue' },
        );
        return decision === 'reject' ? (message ?? 'Too many wrong codes') : null;
      },
      refusesChange: async (change) => (await hooks.refusesFactorChange?.(change)) ?? false,
    }),
  );

  /** The answer of the hook to a new user; null if they are allowed. */
  const refuseUser = async (
    c: FrontContext,
    email: string,
    data: Record<string, unknown>,
  ): Promise<Response | null> => {
    const verdict = await hooks.beforeUserCreated?.({
      metadata: { ip_address: parts.limits && addressOf(c, parts) },
      user: { email, app_metadata: { provider: 'email' }, user_metadata: data },
    });
    const { error } = refusalSchema.parse(verdict ?? {});
    return error
      ? authError(error.http_code, error.http_code === 429 ? 'over_request_rate_limit' : 'unknown', error.message)
      : null;
  };

  /** Of two registrations of an address at once, the second would fail at the row of the first instead of finding it. */
  const registrations = new FairQueue({ all: Infinity, perClient: 1 });
  for (const path of ['/signup', '/otp', '/magiclink']) {
    app.use(path, async (c, next) => {
      const { data } = addressedSchema.safeParse(await readJson(c.req.raw));
      const leave = await registrations.enter(data?.email ?? '');
      try {
        await next();
      } finally {
        leave();
      }
    });
  }

  const refuseNoPassword = (sent: unknown): Response | null =>
    noPasswordSchema.safeParse(sent).success
      ? authError(400, 'validation_failed', 'A valid password is required')
      : null;

  /** The auth server refuses such a registration by itself, before it looks for an account. */
  const isRefusedForAll = (password: string): boolean =>
    !parts.signUp.enable_signup ||
    password.length < parts.signUp.minimum_password_length ||
    password.length > PASSWORD_MAX;

  app.post('/signup', async (c) => {
    const sent = await readJson(c.req.raw);
    const unreadable = refuseNoPassword(sent);
    if (unreadable) return unreadable;
    const body = credentialsSchema.safeParse(sent);
    if (body.success && isRefusedForAll(body.data.password)) return forward(c.req.raw);
    const account = parts.requireEmailVerification && body.success ? await find(body.data.email) : undefined;
    // The answer must not reveal whether the address is registered.
    if (account && !account.confirmed) await ask('confirmation', account);
    if (account) return c.json(lookalikeUser(account.email));
    const refused = body.success ? await refuseUser(c, body.data.email, body.data.data) : null;
    return refused ?? databaseErrorsAsHosted(await forward(c.req.raw));
  });

  for (const path of ['/otp', '/magiclink']) {
    app.post(path, async (c) => {
      const body = otpSchema.safeParse(await readJson(c.req.raw));
      // `/magiclink` makes a user whatever the body says.
      const canCreate = body.success && (body.data.create_user || path === '/magiclink');
      // The auth server behind takes no data along.
      const refused = canCreate && !(await find(body.data.email)) ? await refuseUser(c, body.data.email, {}) : null;
      return refused ?? databaseErrorsAsHosted(await forward(c.req.raw));
    });
  }

  /** Only completed failures count, so parallel attempts would all pass before the first is counted. */
  const triesOfAccount = new FairQueue({ all: Infinity, perClient: 1 });

  /** The verdict of the hook on a password attempt; null if the attempt is allowed. */
  const refuseAttempt = async (account: Account | undefined, valid: boolean): Promise<Response | null> => {
    if (!account || !hooks.passwordAttempt) return null;
    const { decision, message } = verdictSchema.parse(await hooks.passwordAttempt({ user_id: account.id, valid }));
    return decision === 'reject' ? authError(400, 'invalid_credentials', message ?? 'Invalid login credentials') : null;
  };

  /** Only a user who knows the password can learn that the address is unconfirmed. */
  const isKnown = async (account: Account | undefined, response: Response, password: string): Promise<boolean> => {
    const error = errorSchema.safeParse(await readJson(response));
    const hash = account?.encrypted_password;
    return (
      error.success &&
      error.data.error_code === 'email_not_confirmed' &&
      Boolean(hash) &&
      (await compare(password, hash ?? ''))
    );
  };

  /** Forgets the used refresh tokens of a session but for the newest ones. */
  const forgetTokens = (token: string) =>
    sql(
      `delete from auth.refresh_tokens t where t.revoked and t.id in (
        select o.id from auth.refresh_tokens o
        where o.session_id = (select s.session_id from auth.refresh_tokens s where s.token = $1 limit 1)
        order by o.created_at desc offset $2::integer)`,
      [token, TOKENS_KEPT],
    );

  app.post('/token', async (c) => {
    const sent = await readJson(c.req.raw);
    const renewal = renewalSchema.safeParse(sent).data;
    if (renewal && c.req.query('grant_type') === 'refresh_token') {
      await forgetTokens(renewal.refresh_token);
      return parts.renew(c.req.raw, renewal.refresh_token);
    }
    const isByPassword = c.req.query('grant_type') === 'password';
    const unreadable = isByPassword ? refuseNoPassword(sent) : null;
    if (unreadable) return unreadable;
    const body = credentialsSchema.safeParse(sent);
    if (!isByPassword || !body.success) return forward(c.req.raw);
    const leave = await triesOfAccount.enter(body.data.email);
    try {
      const account = await find(body.data.email);
      const refused = await refuseAttempt(account, true);
      if (refused) return refused;
      const response = await forward(c.req.raw);
      if (response.status !== 400 || (await isKnown(account, response, body.data.password))) return response;
      return (
        (await refuseAttempt(account, false)) ?? authError(400, 'invalid_credentials', 'Invalid login credentials')
      );
    } finally {
      leave();
    }
  });

  app.post('/resend', async (c) => {
    const body = resendSchema.safeParse(await readJson(c.req.raw));
    if (!body.success || !['signup', 'email_change'].includes(body.data.type)) return forward(c.req.raw);
    const account = await find(body.data.email);
    if (account && body.data.type === 'signup' && !account.confirmed) await ask('confirmation', account);
    if (account?.email_change && body.data.type === 'email_change') await ask('email_change', account);
    return c.json({});
  });

  const refuseChange = async (request: Request): Promise<Response | null> => {
    const body = changeSchema.safeParse(await readJson(request));
    if (!body.success || (!body.data.email && body.data.password === undefined)) return null;
    const caller = await callerOf(request, parts);
    if (caller instanceof Response) return caller;
    if (caller.hasFactor && !caller.isAal2) {
      const message = 'AAL2 session is required to update email or password when MFA is enabled.';
      return authError(401, 'insufficient_aal', message);
    }
    const { email, password, current_password: currentPassword } = body.data;
    const { userId, sessionId } = caller;
    const refused = await hooks.refuseChange?.({ userId, sessionId, email, password, currentPassword });
    return refused ? authError(403, refused.code, refused.message) : null;
  };

  const refuseData = async (request: Request): Promise<Response | null> => {
    const body = dataSchema.safeParse(await readJson(request)).data;
    if (!body) return null;
    const caller = await callerOf(request, parts);
    if (caller instanceof Response) return caller;
    const [size] = await sql<{ before: number; after: number }>(
      `select octet_length(d.data::text) as before, octet_length((d.data || $2::jsonb)::text) as after
      from (select coalesce(raw_user_meta_data::jsonb, '{}') as data from auth.users where id = $1::uuid) as d`,
      [caller.userId, JSON.stringify(body.data)],
    );
    return size && size.after > Math.max(size.before, USER_DATA_MAX)
      ? authError(422, 'validation_failed', 'The data of a user is too large')
      : null;
  };

  app.put('/user', async (c) => {
    const refused = (await refuseChange(c.req.raw)) ?? (await refuseData(c.req.raw));
    return refused ?? databaseErrorsAsHosted(await forward(c.req.raw));
  });

  /** Hosted Auth lets half a sign-in end all sessions. With the secret key, a function has checked more than a token. */
  app.post('/logout', async (c) => {
    if (c.req.query('scope') !== 'local' && c.req.header('apikey') !== parts.secretKey) {
      const caller = await callerOf(c.req.raw, parts);
      if (caller instanceof Response) return caller;
      if (caller.hasFactor && !caller.isAal2)
        return authError(403, 'insufficient_aal', 'AAL2 session is required to end other sessions');
    }
    return databaseErrorsAsHosted(await forward(c.req.raw));
  });

  /** The one call of the admin API: a new password, for which hosted Auth wants no second factor from the secret key. */
  app.put('/admin/users/:id', async (c) => {
    if (c.req.header('apikey') !== parts.secretKey) return authError(403, 'not_admin', 'User not allowed');
    const body = passwordSchema.safeParse(await readJson(c.req.raw)).data;
    if (!body) return authError(400, 'validation_failed', 'Only a password can be changed');
    const [user] = await sql(
      `update auth.users set encrypted_password = $2, recovery_token = null, updated_at = now() where id::text = $1
      returning id, aud, role, email, raw_app_meta_data as app_metadata, raw_user_meta_data as user_metadata, created_at,
        updated_at`,
      [c.req.param('id'), await hash(body.password, HASH_COST)],
    );
    return user ? c.json(user) : authError(404, 'user_not_found', 'User not found');
  });

  // Google and GitHub come back by GET, and parsing a form of many parts would hold up everybody.
  app.post('/callback', () => authError(405, 'method_not_allowed', 'The path does not take this method'));

  app.all('*', async (c) => databaseErrorsAsHosted(await forward(c.req.raw)));
  return app;
}

/** The answer of hosted Supabase for a registered address: a user that cannot be used. */
function lookalikeUser(email: string) {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** Rewrites the error of a failing trigger on auth.users as hosted Supabase does. */
async function databaseErrorsAsHosted(response: Response): Promise<Response> {
  if (response.status !== 500) return response;
  const body = errorSchema.safeParse(await readJson(response));
  return body.success ? response : authError(500, 'unexpected_failure', 'Database error saving new user');
}

/** How a request proves a user, in the words of hosted Auth. */
function methodOf(c: FrontContext): string {
  if (c.req.path === '/auth/v1/signup') return 'password';
  if (c.req.path !== '/auth/v1/token') return 'otp';
  return c.req.query('grant_type') === 'pkce' ? 'oauth' : 'password';
}
