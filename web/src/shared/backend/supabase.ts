import { AuthClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '@rows/database.types.ts';
// Before the client, which removes what it reads.
import '@/shared/session/auth-redirect.ts';
import { env } from './env.ts';
import { rememberAwareStorage } from './session-storage.ts';

const serviceUrl = (path: string) => new URL(path, `${env.supabaseUrl.replace(/\/$/, '')}/`);

const auth = new AuthClient({
  url: serviceUrl('auth/v1').href,
  headers: { Authorization: `Bearer ${env.supabaseKey}`, apikey: env.supabaseKey },
  // The key that supabase-js uses, one per project.
  storageKey: `sb-${serviceUrl('').hostname.split('.')[0]}-auth-token`,
  storage: rememberAwareStorage,
  persistSession: true,
  autoRefreshToken: true,
  detectSessionInUrl: true,
  flowType: 'implicit',
});

/** `fetch` with the key of the project and the token of whoever is signed in, for the services of Supabase. */
const fetchAsUser: typeof fetch = async (input, init) => {
  const { data } = await auth.getSession();
  const headers = new Headers(init?.headers);
  if (!headers.has('apikey')) headers.set('apikey', env.supabaseKey);
  if (!headers.has('Authorization'))
    headers.set('Authorization', `Bearer ${data.session?.access_token ?? env.supabaseKey}`);
  return fetch(input, { ...init, headers });
};

/** The options for the client of another service (files, Realtime). */
export const supabaseService = (path: string) => ({ url: serviceUrl(path).href, fetch: fetchAsUser });

/**
 * The one Supabase client of the page: row-level security decides what it may see. It is put together from the two
 * parts that every page needs, as `createClient` of supabase-js would do it with all five: half the bytes of a first visit.
 */
export const supabase = Object.assign(
  new PostgrestClient<Database>(serviceUrl('rest/v1').href, { schema: 'public', fetch: fetchAsUser }),
  { auth },
);
