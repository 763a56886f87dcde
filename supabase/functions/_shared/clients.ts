import { createClient, type PostgrestSingleResponse, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './rows/database.types.ts';
import { forgetful } from './auth-client.ts';
import { env } from './env.ts';
import { ApiError, fromDatabase } from './http/api-error.ts';
import { fetchForCaller } from './http/caller.ts';
import type { ApiContext } from './http/context.ts';
import { claimedToken, readSession } from './http/session.ts';

export type Client = SupabaseClient<Database>;

// These two remember nobody, so all callers may share them; making a client costs more than many a query.
const shared = { auth: forgetful, global: { fetch: fetchForCaller } };
const guest = createClient<Database>(env.supabaseUrl, env.publishableKey, shared);
const secret = createClient<Database>(env.supabaseUrl, env.secretKey, shared);

/** A client with the caller's own rights, a guest's or a user's: row-level security decides. */
export async function callerClient(c: ApiContext): Promise<Client> {
  const session = await readSession(c);
  return session ? clientOf(session.accessToken) : guest;
}

const clientOf = (accessToken: string): Client =>
  createClient<Database>(env.supabaseUrl, env.publishableKey, {
    ...shared,
    accessToken: () => Promise.resolve(accessToken),
  });

/**
 * What `read` reads with the caller's own rights, while Auth is asked whether their session is one: one wait instead of two.
 * Nothing of it is answered unless Auth says so; a session that has ended fails as `callerClient` does, whatever `read` met.
 * Only for what changes nothing.
 */
export async function readAsCaller<T>(c: ApiContext, read: (client: Client) => Promise<T>): Promise<T> {
  const token = claimedToken(c);
  if (token === null) return read(await callerClient(c));
  const [session, answer] = await Promise.allSettled([readSession(c), read(clientOf(token))]);
  if (session.status === 'rejected') throw session.reason;
  // Cookies of a session that has ended belong to a guest.
  if (session.value?.accessToken !== token) return read(await callerClient(c));
  if (answer.status === 'rejected') throw answer.reason;
  return answer.value;
}

/**
 * What `read` reads with the caller's own rights, where the database itself vouches for their session: told `asUser`, `read` has to ask
 * so that it is refused (401) unless the session is one, whatever there is to be read. Then nobody asks Auth, but about a session that
 * was refused: a bearer's fails as `callerClient` does, cookies of one that has ended belong to a guest. Only for what changes nothing.
 */
export async function readVouched<T>(c: ApiContext, read: (client: Client, asUser: boolean) => Promise<T>): Promise<T> {
  const token = claimedToken(c);
  if (token !== null) {
    try {
      return await read(clientOf(token), true);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
    }
  }
  const session = await readSession(c);
  return read(session ? clientOf(session.accessToken) : guest, session !== null);
}

/** Why a query may pass row-level security. Each reason names what is asked and why the caller's own rights do not reach. */
export const secretReasons = {
  availability:
    'Whether a name or email is taken is asked before there is an account; the tables stay closed to guests.',
  signIn: 'A username becomes an email on the server only, so that nobody learns the address behind a name.',
  guestVisit: 'Guests write no table; their visit is stored by one function that nobody else may call.',
  idempotency:
    'Answers are kept for their caller, who may be a guest without rights; nobody may write or read them directly.',
  credentials:
    'A token alone changes no password and no address; only the function knows that the password was checked.',
  mailProof: 'What a code or link of a mail is worth is asked before anybody is signed in.',
  feedback: 'Guests write no table and no bucket; what they send is checked and stored by one route.',
  mail: 'The queue of mails and the password of the mail server are closed to everybody; links in mails know no session.',
  housekeeping: 'What has had its time belongs to many people; no one of them is there to remove it.',
  rateLimit: 'Nobody may read or spend the tries of somebody else.',
} as const;

/** A client past row-level security, for functions that only the service role may execute. */
export function secretClient(_reason: keyof typeof secretReasons): Client {
  return secret;
}

/** The data of a PostgREST answer; throws its failure as an ApiError. */
export function dataOf<T>(response: PostgrestSingleResponse<T>): T {
  if (response.error) throw fromDatabase(response.error, response.status);
  return response.data;
}
