import type { AuthChangeEvent } from '@supabase/auth-js';
import { fetchAhead } from '@/shared/lazy/fetch-ahead.ts';
import { loadCode } from '@/shared/lazy/load-code.ts';
import { keptSession, SESSION_KEY, type SignedIn } from './kept-session.ts';
import { rememberAwareStorage } from './session-storage.ts';

const importAuth = () => import('./auth.ts');
const loadAuth = () => loadCode(importAuth);

/** The stored session, unless its token needs renewal. */
function freshSession(): SignedIn | null {
  const kept = keptSession();
  return kept?.isFresh ? kept.session : null;
}

/** Whether a session is stored, valid or not. */
const hasSession = () => rememberAwareStorage.getItem(SESSION_KEY) !== null;

/**
 * The session of this browser with a fresh token; null for a guest. Loads the Auth client, which is as large as the
 * router, only to renew a token.
 */
export async function currentSession(): Promise<SignedIn | null> {
  if (!hasSession()) return null;
  const fresh = freshSession();
  if (fresh) return fresh;
  const { auth } = await loadAuth();
  // If Auth could not be reached, the stored session stays; the server decides whether its token is valid.
  return (await auth.getSession()).data.session ?? keptSession()?.session ?? null;
}

const importRefusal = () => import('./refused-session.ts');

/** Makes a request with a session, or as a guest with null. */
export type Ask = (session: SignedIn | null) => Promise<Response>;

/**
 * Renews a session that the server refused, once for all requests that used it. Null if it has ended and this browser
 * has dropped it; undefined if Auth could not be reached.
 */
export const replaceSession = async (refused: SignedIn): Promise<SignedIn | null | undefined> =>
  (await loadCode(importRefusal)).replaceSession(refused);

/** Throws an AppError with the code `second_factor_required` if only the first step of the sign-in is done. */
export const refuseHalfSignIn = async (): Promise<void> => (await loadCode(importRefusal)).refuseHalfSignIn();

/**
 * Makes a request as the signed-in user. A refused session (401) is renewed once. If the new one is refused as well,
 * the session has ended: the result is a guest's answer, or the refusal if guests get none.
 * @param ask makes the request; called up to three times
 */
export async function askAsUser(ask: Ask): Promise<Response> {
  const session = await currentSession();
  const answer = await ask(session);
  if (!session || answer.status !== 401) return answer;
  return (await loadCode(importRefusal)).askAgain(ask, session, answer);
}

/** Loads the Auth client if a session is stored; deferred to the first interaction if its token is fresh. */
export function startAuth(): void {
  try {
    if (!hasSession()) return;
    if (freshSession()) fetchAhead(importAuth);
    else loadAuth().catch(() => undefined);
  } catch (error) {
    console.warn('The session was not read:', error);
  }
}

type AuthListener = (event: AuthChangeEvent) => void;
const listeners = new Set<AuthListener>();

/**
 * Subscribes to Auth events of this tab and others, once the Auth client has loaded. Until then, other tabs' changes
 * arrive as storage events (`startSessionSync`). Returns the unsubscribe function.
 */
export function onAuthEvent(listener: AuthListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called by the Auth client. */
export function tellAuthEvent(event: AuthChangeEvent): void {
  for (const listener of listeners) listener(event);
}

let hasEnded = false;

/** Whether the session of this tab ended without a sign-out, until the next sign-in. */
export const hasSessionEnded = (): boolean => hasEnded;

/** Called by the Auth client when a session ended by itself, or a new one began. */
export function noteSessionEnd(isEnd: boolean): void {
  hasEnded = isEnd;
}
