import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '@rows/database.types.ts';
import { askedEarly } from './asked-early.ts';
import { askAsUser } from './auth-session.ts';
import { env, serviceUrl } from './env.ts';

/** `fetch` with the key of the project and the token of whoever is signed in, for the services of Supabase. */
const fetchAsUser: typeof fetch = (input, init) =>
  askAsUser(async (session) => {
    const headers = new Headers(init?.headers);
    if (!headers.has('apikey')) headers.set('apikey', env.supabaseKey);
    if (!headers.has('Authorization'))
      headers.set('Authorization', `Bearer ${session?.access_token ?? env.supabaseKey}`);
    const early = await askedEarly(String(input), init, headers.get('Authorization') ?? '');
    return early ?? fetch(input, { ...init, headers });
  });

/** The options for the client of another service (files, Realtime). */
export const supabaseService = (path: string) => ({ url: serviceUrl(path), fetch: fetchAsUser });

/**
 * The one database client of the page: row-level security decides what it may see. `createClient` of supabase-js would bring four
 * more with it, half the bytes of a first visit: `auth.ts` and `file-storage.ts` have those of which the page has use.
 */
export const supabase = new PostgrestClient<Database>(serviceUrl('rest/v1'), { schema: 'public', fetch: fetchAsUser });
