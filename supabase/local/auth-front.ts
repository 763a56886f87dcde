import { createHash, randomInt, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { EmailDriver } from '@supabase/lite';
import { compare } from 'bcryptjs';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Sql } from './database.ts';
import { durationSeconds, type ProjectConfig } from './project-config.ts';

interface AuthFrontParts {
  sql: Sql;
  config: ProjectConfig;
  email: EmailDriver;
  siteUrl: string;
  requireEmailVerification: boolean;
  /** The auth server behind. */
  forward: (request: Request) => Promise<Response>;
}

const credentialsSchema = z.object({ email: z.string(), password: z.string() });
const resendSchema = z.object({ type: z.string(), email: z.string() });
const addressSchema = z.object({ email: z.string() });
const errorSchema = z.object({ error_code: z.string() });

interface Account {
  id: string;
  email: string;
  confirmed: boolean;
  encrypted_password: string | null;
  email_change: string | null;
  confirmation_age: number | null;
  recovery_age: number | null;
  email_change_age: number | null;
}

/**
 * Stands before the auth server of `@supabase/lite` where that differs from hosted Supabase: repeated registrations,
 * sending a code again (at most once per `max_frequency`), the order of the checks at sign-in, and the shape of errors.
 */
export function createAuthFront(parts: AuthFrontParts): Hono {
  const { sql, config, forward } = parts;
  const pause = durationSeconds(config.auth.email.max_frequency);
  const app = new Hono();

  const find = async (email: string): Promise<Account | undefined> => {
    const [account] = await sql<Account>(
      `select id, email, email_confirmed_at is not null as confirmed, encrypted_password, email_change,
        extract(epoch from now() - confirmation_sent_at)::float8 as confirmation_age,
        extract(epoch from now() - recovery_sent_at)::float8 as recovery_age,
        extract(epoch from now() - email_change_sent_at)::float8 as email_change_age
      from auth.users where email = lower($1) and not is_sso_user`,
      [email],
    );
    return account;
  };
  const tooEarly = (age: number | null) => age !== null && age < pause;
  const refuseEarly = (age: number | null) =>
    authError(
      429,
      'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${String(Math.ceil(pause - (age ?? 0)))} seconds.`,
    );

  const send = async (kind: 'confirmation' | 'email_change', to: string, account: Account) => {
    const token = String(randomInt(10 ** config.auth.email.otp_length)).padStart(config.auth.email.otp_length, '0');
    const tokenHash = createHash('sha256')
      .update(to.toLowerCase() + token)
      .digest('hex');
    const column = kind === 'confirmation' ? 'confirmation_token' : 'email_change_token_new';
    const sentAt = kind === 'confirmation' ? 'confirmation_sent_at' : 'email_change_sent_at';
    await sql(`update auth.users set ${column} = $2, ${sentAt} = now() where id = $1`, [account.id, tokenHash]);
    const template = config.auth.email.template[kind];
    const values: Record<string, string> = {
      Token: token,
      TokenHash: tokenHash,
      SiteURL: parts.siteUrl,
      RedirectTo: parts.siteUrl,
      Email: account.email,
      NewEmail: to,
      ConfirmationURL: `${parts.siteUrl}/auth/v1/verify?${new URLSearchParams({ token: tokenHash, type: kind === 'confirmation' ? 'signup' : kind, redirect_to: parts.siteUrl }).toString()}`,
      Data: '',
    };
    const fill = (text: string) => text.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (found, name: string) => values[name] ?? found);
    await parts.email.send({
      to,
      subject: fill(template.subject),
      text: fill('Your code is {{ .Token }}\n\nOr follow this link: {{ .ConfirmationURL }}'),
      html: fill(await readFile(template.content_path, 'utf8')),
    });
  };

  app.post('/signup', async (c) => {
    const body = credentialsSchema.safeParse(await readJson(c.req.raw));
    const account = parts.requireEmailVerification && body.success ? await find(body.data.email) : undefined;
    if (!account) return databaseErrorsAsHosted(await forward(c.req.raw));
    // Whoever registers an address again does not learn whether it is taken.
    if (!account.confirmed) {
      if (tooEarly(account.confirmation_age)) return refuseEarly(account.confirmation_age);
      await send('confirmation', account.email, account);
    }
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
    if (account && body.data.type === 'signup' && !account.confirmed) {
      if (tooEarly(account.confirmation_age)) return refuseEarly(account.confirmation_age);
      await send('confirmation', account.email, account);
    }
    if (account?.email_change && body.data.type === 'email_change') {
      if (tooEarly(account.email_change_age)) return refuseEarly(account.email_change_age);
      await send('email_change', account.email_change, account);
    }
    return c.json({});
  });

  app.post('/recover', async (c) => {
    const body = addressSchema.safeParse(await readJson(c.req.raw));
    const account = body.success ? await find(body.data.email) : undefined;
    if (account && tooEarly(account.recovery_age)) return refuseEarly(account.recovery_age);
    return forward(c.req.raw);
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
