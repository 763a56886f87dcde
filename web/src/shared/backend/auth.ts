import { AuthClient, isAuthRetryableFetchError, type AuthError } from '@supabase/auth-js';
import { noteSessionEnd, tellAuthEvent } from './auth-session.ts';
import { textAt } from '@/shared/text/text-at.ts';
import { AUTH_URL, keptSession, SESSION_KEY, type SignedIn } from './kept-session.ts';
import { env } from './env.ts';
import { endByOwnClock } from './own-clock.ts';
import { rememberAwareStorage } from './session-storage.ts';

let isLeaving = false;

/**
 * Storage of the Auth client. Notes the end of a session here, in the tab that finds out, because the client's events
 * reach all tabs.
 */
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
 * The client forgets a session that is refused with 4xx. Hosted Auth and proxies refuse many renewals from one address, such as
 * that of an office, with 429, which is no end of the session: 503 is tried again.
 */
const fetchAuth: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  const isRefused = answer.status === 429 && String(input).includes('grant_type=refresh_token');
  return isRefused ? new Response(answer.body, { status: 503, headers: answer.headers }) : answer;
};

/**
 * The Supabase Auth client, for signing in and out. All other code uses `auth-session.ts`, so that guests do not load
 * this one, which is as large as the router.
 */
export const auth = new AuthClient({
  url: AUTH_URL,
  headers: { Authorization: `Bearer ${env.supabaseKey}`, apikey: env.supabaseKey },
  storageKey: SESSION_KEY,
  storage,
  fetch: fetchAuth,
  persistSession: true,
  autoRefreshToken: true,
  // Anyone can put tokens into a link. A code, by contrast, is worthless without the PKCE verifier in this browser.
  detectSessionInUrl: false,
  flowType: 'pkce',
});

auth.onAuthStateChange(tellAuthEvent);

/** Time for which a sign-out in this browser waits for Auth. */
const LEAVE_MS = 5_000;

/** Ends the session of this browser at Auth, if Auth can be reached. */
async function endAtAuth(): Promise<void> {
  try {
    const { data } = await auth.getSession();
    if (data.session) await auth.admin.signOut(data.session.access_token, 'local');
  } catch (error) {
    console.warn('The session was not ended at Auth:', error);
  }
}

/** The id of the stored session, which all its tokens have; undefined if there is none. */
function keptSessionId(): string | undefined {
  try {
    const claims = keptSession()?.session.access_token.split('.')[1] ?? '';
    return textAt(JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))), 'session_id') || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Signs out in this browser, or everywhere.
 *
 * In this browser it works without Auth as well, for computers that others use next. The page says nothing of it: nobody has
 * the tokens of the session any more, and "Devices" still lists it. Not by `auth.signOut`, whose late answer would remove the
 * session of the next user. A session that could not be ended everywhere stays, because only with it its user can try again.
 */
export async function signOut(scope: 'local' | 'global'): Promise<{ error: AuthError | null }> {
  isLeaving = true;
  try {
    if (scope === 'global') return await auth.signOut({ scope });
    const left = keptSessionId();
    await Promise.race([endAtAuth(), new Promise((resolve) => setTimeout(resolve, LEAVE_MS))]);
    // Another tab can have signed in meanwhile. A renewal of the session that is left keeps its id.
    const found = keptSessionId();
    if (found === undefined || found === left) dropSession();
    return { error: null };
  } finally {
    isLeaving = false;
  }
}

/** Drops a session that has ended. */
export function dropSession(): void {
  storage.removeItem(SESSION_KEY);
  tellAuthEvent('SIGNED_OUT');
}

/** Whether Auth has refused the session, as opposed to a failed request or a rate limit. */
const isRefusal = (error: AuthError) =>
  !isAuthRetryableFetchError(error) && (error.status ?? 500) < 500 && error.status !== 429;

/**
 * Renews the session, even if its token has not expired. Null if it has ended, undefined if Auth could not be reached.
 */
export async function renewSession(): Promise<SignedIn | null | undefined> {
  const before = rememberAwareStorage.getItem(SESSION_KEY);
  const { data, error } = await auth.refreshSession();
  if (!error) return data.session;
  if (!isRefusal(error)) return undefined;
  // The client keeps a session with an unexpired token, so it is dropped here. If it changed in the meantime, another
  // tab renewed it.
  if (rememberAwareStorage.getItem(SESSION_KEY) === before) dropSession();
  return keptSession()?.session ?? null;
}
