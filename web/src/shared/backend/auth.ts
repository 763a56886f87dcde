import { AuthClient, isAuthRetryableFetchError, type AuthError } from '@supabase/auth-js';
import { noteSessionEnd, tellAuthEvent } from './auth-session.ts';
import { AUTH_URL, keptSession, SESSION_KEY, type SignedIn } from './kept-session.ts';
import { env } from './env.ts';
import { endByOwnClock } from './own-clock.ts';
import { rememberAwareStorage } from './session-storage.ts';

let isLeaving = false;

/** The storage of the client. The end of a session is noted here, in the tab that finds out; the client's events reach all tabs. */
const storage = {
  getItem: rememberAwareStorage.getItem,
  setItem(key: string, value: string): void {
    if (key !== SESSION_KEY) return rememberAwareStorage.setItem(key, value);
    noteSessionEnd(false);
    rememberAwareStorage.setItem(key, endByOwnClock(value, rememberAwareStorage.getItem(key)));
  },
  removeItem(key: string): void {
    if (key === SESSION_KEY && !isLeaving && rememberAwareStorage.getItem(key) !== null) noteSessionEnd(true);
    rememberAwareStorage.removeItem(key);
  },
};

/**
 * Supabase Auth, for what signs people in and out. Everything else asks `auth-session.ts`, because guests do without this code, which
 * weighs as much as the router.
 */
export const auth = new AuthClient({
  url: AUTH_URL,
  headers: { Authorization: `Bearer ${env.supabaseKey}`, apikey: env.supabaseKey },
  storageKey: SESSION_KEY,
  storage,
  persistSession: true,
  autoRefreshToken: true,
  // Anybody can write tokens into a link. A code is worth nothing without the verifier that this browser kept when it left for a provider.
  detectSessionInUrl: false,
  flowType: 'pkce',
});

auth.onAuthStateChange(tellAuthEvent);

/** Ends the session of this browser, or all sessions of the user, at their request. */
export async function signOut(scope: 'local' | 'global'): ReturnType<typeof auth.signOut> {
  isLeaving = true;
  try {
    return await auth.signOut({ scope });
  } finally {
    isLeaving = false;
  }
}

/** Forgets a session that has ended. */
export function dropSession(): void {
  storage.removeItem(SESSION_KEY);
  tellAuthEvent('SIGNED_OUT');
}

/** Whether Auth has refused the session: neither a failed request nor a rate limit. */
const isRefusal = (error: AuthError) =>
  !isAuthRetryableFetchError(error) && (error.status ?? 500) < 500 && error.status !== 429;

/** Renews the session, even if its token has not expired. Null once it has ended, undefined where Auth could not say. */
export async function renewSession(): Promise<SignedIn | null | undefined> {
  const before = rememberAwareStorage.getItem(SESSION_KEY);
  const { data, error } = await auth.refreshSession();
  if (!error) return data.session;
  if (!isRefusal(error)) return undefined;
  // The client keeps a session whose token has not expired. A session that changed meanwhile was renewed by another tab.
  if (rememberAwareStorage.getItem(SESSION_KEY) === before) dropSession();
  return keptSession()?.session ?? null;
}
