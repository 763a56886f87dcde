/**
 * The users and tools of a test: personas with real accounts, posts, and a reset to an empty database. It does not
 * depend on a test runner; `./database.ts` gives it to Vitest, `web/e2e/support/fixtures.ts` to Playwright.
 */
import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { NoWebSocket } from 'embedded-supabase/no-web-socket';
import type { z } from 'zod';
import type { registrationSchema } from '../../functions/_shared/domain/registration.ts';
import { TERMS_VERSION } from '../../functions/_shared/domain/terms.ts';
import type { Database, TablesInsert } from '../../functions/_shared/rows/database.types.ts';
import type { Backend, TestMail } from './backend.ts';

/** Password of all users in tests. */
export const PASSWORD = 'Demo1234!';

const ROLES: Record<string, 'admin' | 'main_admin'> = { adam: 'admin', mona: 'main_admin' };

export type Client = ReturnType<typeof createClient<Database>>;

export interface Person {
  username: string;
  email: string;
  password: string;
  /** Public id (profiles.id). */
  id: number;
  /** Id in Auth (auth.users.id); the name of the user's folder in Storage. */
  authId: string;
  accessToken: string;
  refreshToken: string;
  /** Supabase client signed in as this user. */
  client: Client;
}

/** The fields of the registration form besides the password; `role` is set as the owner of the database. */
export type PersonOptions = Partial<Omit<z.input<typeof registrationSchema>, 'username' | 'password'>> & {
  role?: 'user' | 'admin' | 'main_admin';
};

export type PostInput = Partial<Omit<TablesInsert<'posts'>, 'id' | 'user_id'>>;

export interface World extends Backend {
  /** Client of a guest. */
  guest: Client;
  /** Client with the secret key, which bypasses all policies, as edge functions have it. */
  service: Client;
  /** The user of this name, registered through the Auth API at first use. anna, bob: users, adam: admin, mona: main admin. */
  person: (username: string, options?: PersonOptions) => Promise<Person>;
  /** Client that sends this token, whatever the state of its session. */
  withToken: (accessToken: string) => Client;
  /** Requests another address for a user, as the page does. */
  askForEmail: (person: Person, email: string) => Promise<void>;
  /** Creates a post of `owner` through the API; every field can be overridden. */
  createPost: (owner: Person, input?: PostInput) => Promise<{ id: number; title: string }>;
  /** Moves a row's `created_at` into the past by a number of days. */
  age: (table: 'posts' | 'quotes' | 'notifications' | 'reviews', id: number, days: number) => Promise<void>;
  /** Waits for a mail to this address that arrives or has arrived since the last reset. */
  mailTo: (address: string, subject?: RegExp) => Promise<TestMail>;
  /** Empties the mailbox, and the database except for the rows of the migrations; users have to be created again. */
  reset: () => Promise<void>;
}

function newClient(backend: Backend, key: string, token?: string): Client {
  return createClient<Database>(backend.supabaseUrl, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport: NoWebSocket },
    ...(token && { global: { headers: { Authorization: `Bearer ${token}` } } }),
  });
}

async function register(backend: Backend, username: string, options: PersonOptions): Promise<Person> {
  const { email = `${username}@example.com`, role = ROLES[username] ?? 'user', ...data } = options;
  const client = newClient(backend, backend.publishableKey);
  const { data: answer, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: {
      data: {
        username,
        firstName: username.replace(/^./, (letter) => letter.toUpperCase()),
        lastName: 'Example',
        country: 'vn',
        termsVersion: TERMS_VERSION,
        ...data,
      },
    },
  });
  if (error) throw new Error(`${username} could not be registered: ${error.message}`, { cause: error });
  const session = answer.session ?? (await confirm(backend, client, email));
  const [account] = await backend.sql<{ id: number }>(
    `update public.accounts a set role = $2 from public.profiles p
     where a.profile_id = p.id and p.auth_id = $1 returning p.id::int as id`,
    [session.user.id, role],
  );
  if (!account) throw new Error(`${username} has no account`);
  return {
    username,
    email,
    password: PASSWORD,
    id: account.id,
    authId: session.user.id,
    accessToken: session.access_token,
    refreshToken: session.refresh_token,
    client,
  };
}

/** Signs in a user whose address is unconfirmed, after confirming it without the mail. */
async function confirm(backend: Backend, client: Client, email: string) {
  await backend.sql(
    'update auth.users set email_confirmed_at = now(), confirmation_token = null, confirmation_sent_at = now() where email = $1 returning id',
    [email],
  );
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw new Error(`${email} could not sign in: ${error.message}`, { cause: error });
  return data.session;
}

async function waitForMail(backend: Backend, address: string, subject?: RegExp): Promise<TestMail> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const mail = (await backend.mails.list(address)).find((each) => !subject || subject.test(each.subject));
    if (mail) return mail;
    if (Date.now() > deadline) throw new Error(`No mail to ${address}${subject ? ` with ${subject}` : ''} within 10 s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Creates the world of one backend. */
export function createWorld(backend: Backend): World {
  const people = new Map<string, Promise<Person>>();

  return {
    ...backend,
    guest: newClient(backend, backend.publishableKey),
    service: newClient(backend, backend.secretKey),
    withToken: (accessToken) => newClient(backend, backend.publishableKey, accessToken),
    person(username, options = {}) {
      const known = people.get(username);
      if (known) return known;
      const person = register(backend, username, options);
      people.set(username, person);
      return person;
    },
    async askForEmail({ username, accessToken }, email) {
      const answer = await fetch(`${backend.supabaseUrl}/functions/v1/api/user/email`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, currentPassword: PASSWORD }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${username} could not ask for ${email}: ${text}`);
    },
    async createPost(owner, input = {}) {
      const { data, error } = await owner.client
        .from('posts')
        .insert({
          title: 'Cashew nuts W320',
          description: '20 tons, vacuum packed in 10 kg bags.',
          category: 'food',
          country: 'vn',
          delivery_address: '12 Nguyen Hue, Ho Chi Minh City',
          client_id: randomUUID(),
          ...input,
        })
        .select('id, title')
        .single();
      if (error) throw new Error(`${owner.username} could not post: ${error.message}`, { cause: error });
      return data;
    },
    async age(table, id, days) {
      await backend.sql(
        `update public.${table} set created_at = created_at - make_interval(days => $2::int) where id = $1 returning id`,
        [id, days],
      );
    },
    mailTo: (address, subject) => waitForMail(backend, address, subject),
    async reset() {
      people.clear();
      await backend.reset();
    },
  };
}
