import { createClient, type PostgrestSingleResponse, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './rows/database.types.ts';
import { forgetful } from './auth-client.ts';
import { env } from './env.ts';
import { ApiError, fromDatabase } from './http/api-error.ts';
import { fetchForCaller } from './http/caller.ts';
import type { ApiContext } from './http/context.ts';
import { claimedToken, readSession } from './http/session.ts';

export type Client = SupabaseClient<Database>;

// These two keep no session, so all callers can share them; creating a client costs more than many a query.
const shared = { auth: forgetful, global: { fetch: fetchForCaller } };
const guest = createClient<Database>(env.supabaseUrl, env.publishableKey, shared);
const secret = createClient<Database>(env.supabaseUrl, env.secretKey, shared);

/** A client with the rights of a guest for every caller: for answers that shared caches keep. */
export const guestClient = (): Client => guest;

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
 * Runs `read` with the caller's own rights while Auth checks the session, which saves one round trip. The result is
 * discarded unless Auth confirms the session; an ended session fails as in `callerClient`, whatever `read` returned.
 * Only for reads.
 */
export async function readAsCaller<T>(c: ApiContext, read: (client: Client) => Promise<T>): Promise<T> {
  const token = claimedToken(c);
  if (token === null) return read(await callerClient(c));
  const [session, answer] = await Promise.allSettled([readSession(c), read(clientOf(token))]);
  if (session.status === 'rejected') throw session.reason;
  // Cookies of an ended session belong to a guest.
  if (session.value?.accessToken !== token) return read(await callerClient(c));
  if (answer.status === 'rejected') throw answer.reason;
  return answer.value;
}

/**
 * Runs `read` with the caller's own rights, where the database itself checks the session: with `asUser`, `read` has to
 * query so that it is refused (401) without a valid session, whatever data there is. Auth is only asked after a refusal:
 * for a bearer token this fails as in `callerClient`, and cookies of an ended session belong to a guest. Only for reads.
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

/** Reasons for a query to bypass row-level security. Each says what is queried and why the caller's own rights do not suffice. */
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
  privateFiles:
    'Users read only their own folder in Storage; after the database has said that they may see a file, one route signs a short link.',
  mail: 'The queue of mails and the password of the mail server are closed to everybody; links in mails know no session.',
  housekeeping: 'What has had its time belongs to many people; no one of them is there to remove it.',
  rateLimit: 'Nobody may read or spend the tries of somebody else.',
} as const;

/** A client that bypasses row-level security, for functions that only the service role can execute. */
export function secretClient(_reason: keyof typeof secretReasons): Client {
  return secret;
}

/**
 * The data of a PostgREST answer.
 * @throws ApiError if the answer is an error
 */
export function dataOf<T>(response: PostgrestSingleResponse<T>): T {
  if (response.error) throw fromDatabase(response.error, response.status);
  return response.data;
}
