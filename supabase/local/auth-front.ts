import { randomUUID } from 'node:crypto';
import { compare } from 'bcryptjs';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Sql } from './database.ts';

interface AuthFrontParts {
  sql: Sql;
  requireEmailVerification: boolean;
  /** The auth server behind. */
  forward: (request: Request) => Promise<Response>;
  /** Sends the mails that a request has put into the queue; does not fail. */
  sendMail: () => Promise<void>;
}

const credentialsSchema = z.object({ email: z.string(), password: z.string() });
const resendSchema = z.object({ type: z.string(), email: z.string() });
const errorSchema = z.object({ error_code: z.string() });

/** Where Auth is asked for something that it mails; it answers when the mail is out. */
const MAILING_PATHS = ['/signup', '/resend', '/recover', '/otp', '/magiclink', '/user'];

interface Account {
  id: string;
  email: string;
  confirmed: boolean;
  encrypted_password: string | null;
  email_change: string | null;
}

/**
 * Stands before the auth server of `@supabase/lite` where that differs from hosted Supabase: repeated registrations,
 * sending a code again, the order of the checks at sign-in, and the shape of errors. Mails come from the queue of the database.
 */
export function createAuthFront(parts: AuthFrontParts): Hono {
  const { sql, forward } = parts;
  const app = new Hono();

  const find = async (email: string): Promise<Account | undefined> => {
    const [account] = await sql<Account>(
      `select id, email, email_confirmed_at is not null as confirmed, encrypted_password, email_change
      from auth.users where email = lower($1) and not is_sso_user`,
      [email],
    );
    return account;
  };
  /** A new token, which nobody can use: storing it makes the database queue the mail that it stands for. */
  const ask = (kind: 'confirmation' | 'email_change', account: Account) =>
    sql(`update auth.users set ${kind === 'confirmation' ? 'confirmation_token' : 'email_change_token_new'} = $2 where id = $1`, [
      account.id,
      randomUUID(),
    ]);

  for (const path of MAILING_PATHS) {
    app.use(path, async (c, next) => {
      await next();
      if (c.res.ok) await parts.sendMail();
    });
  }

  app.post('/signup', async (c) => {
    const body = credentialsSchema.safeParse(await readJson(c.req.raw));
    const account = parts.requireEmailVerification && body.success ? await find(body.data.email) : undefined;
    if (!account) return databaseErrorsAsHosted(await forward(c.req.raw));
    // Whoever registers an address again does not learn whether it is taken.
    if (!account.confirmed) await ask('confirmation', account);
    return c.json(lookalikeUser(account.email));
  });

  app.post('/token', async (c) => {
    const body = credentialsSchema.safeParse(await readJson(c.req.raw));
    const response = await forward(c.req.raw);
    if (response.status !== 400 || c.req.query('grant_type') !== 'password' || !body.success) return response;
    const error = errorSchema.safeParse(await readJson(response));
    if (!error.success || error.data.error_code !== 'email_not_confirmed') return response;
    // Only who knows the password may learn that the address waits for its confirmation.
    const hash = (await find(body.data.email))?.encrypted_password;
    const known = hash !== undefined && hash !== null && (await compare(body.data.password, hash));
    return known ? response : authError(400, 'invalid_credentials', 'Invalid login credentials');
  });

  app.post('/resend', async (c) => {
    const body = resendSchema.safeParse(await readJson(c.req.raw));
    if (!body.success || !['signup', 'email_change'].includes(body.data.type)) return forward(c.req.raw);
    const account = await find(body.data.email);
    if (account && body.data.type === 'signup' && !account.confirmed) await ask('confirmation', account);
    if (account?.email_change && body.data.type === 'email_change') await ask('email_change', account);
    return c.json({});
  });

  app.all('*', async (c) => databaseErrorsAsHosted(await forward(c.req.raw)));
  return app;
}

/** What hosted Supabase answers for an address that is registered: a user that nobody can use. */
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

/** A failing trigger on auth.users ends as hosted Supabase words it. */
async function databaseErrorsAsHosted(response: Response): Promise<Response> {
  if (response.status !== 500) return response;
  const body = errorSchema.safeParse(await readJson(response));
  return body.success ? response : authError(500, 'unexpected_failure', 'Database error saving new user');
}

function authError(status: number, code: string, message: string): Response {
  return Response.json({ code: status, error_code: code, msg: message }, { status, headers: { 'X-Sb-Error-Code': code } });
}

/** The JSON of a request or answer, which stays readable for whoever comes next; undefined when it is none. */
async function readJson(message: Request | Response): Promise<unknown> {
  try {
    return await message.clone().json();
  } catch {
    return undefined;
  }
}
