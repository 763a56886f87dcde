import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '@rows/database.types.ts';
import { askedEarly } from './asked-early.ts';
import { askAsUser } from './auth-session.ts';
import { env, serviceUrl } from './env.ts';

/** `fetch` for Supabase services, with the project key and the token of the signed-in user. */
const fetchAsUser: typeof fetch = (input, init) =>
  askAsUser(async (session) => {
    const headers = new Headers(init?.headers);
    if (!headers.has('apikey')) headers.set('apikey', env.supabaseKey);
    if (!headers.has('Authorization'))
      headers.set('Authorization', `Bearer ${session?.access_token ?? env.supabaseKey}`);
    const early = await askedEarly(String(input), init, headers.get('Authorization') ?? '');
    // A shared cache may keep a guest's answer; a browser fetches again, so that a reload is up to date.
    return early ?? fetch(input, { ...init, headers, cache: 'no-cache' });
  });

/** Client options for another Supabase service (Storage). */
export const supabaseService = (path: string) => ({ url: serviceUrl(path), fetch: fetchAsUser });

/**
 * The database client of the page; row-level security decides what it can read. `createClient` of supabase-js would add
 * four more clients, half the bytes of a first visit; `auth.ts` and `file-storage.ts` have the two that are needed.
 */
export const supabase = new PostgrestClient<Database>(serviceUrl('rest/v1'), {
  schema: 'public',
  fetch: fetchAsUser,
  // The client would try a GET four times within each try of a query.
  retry: false,
});
