import type { AuthChangeEvent } from '@supabase/auth-js';
import { fetchAhead } from '@/shared/lazy/fetch-ahead.ts';
import { loadCode } from '@/shared/lazy/load-code.ts';
import { keptSession, SESSION_KEY, type SignedIn } from './kept-session.ts';
import { rememberAwareStorage } from './session-storage.ts';

const importAuth = () => import('./auth.ts');
const loadAuth = () => loadCode(importAuth);

/** The session that this browser keeps, if it can be used as it is. */
function freshSession(): SignedIn | null {
  const kept = keptSession();
  return kept?.isFresh ? kept.session : null;
}

/** Whether somebody may be signed in. */
const hasSession = () => rememberAwareStorage.getItem(SESSION_KEY) !== null;

/**
 * The session of this browser, with a token that is fresh; null for a guest. The client of Auth, which weighs as much as the router, is
 * only needed to renew a token.
 */
export async function currentSession(): Promise<SignedIn | null> {
  if (!hasSession()) return null;
  const fresh = freshSession();
  if (fresh) return fresh;
  const { auth } = await loadAuth();
  // Where Auth could not be asked, the session is still kept; the server decides whether its token is good.
  return (await auth.getSession()).data.session ?? keptSession()?.session ?? null;
}

const importRefusal = () => import('./refused-session.ts');

/** Makes a request with a session, or with none as a guest. */
export type Ask = (session: SignedIn | null) => Promise<Response>;

/**
 * A session in place of one that the server refused, renewed once for all requests that used it. Null once it has ended and this
 * browser has dropped it; undefined where Auth could not say, such as without a network.
 */
export const replaceSession = async (refused: SignedIn): Promise<SignedIn | null | undefined> =>
  (await loadCode(importRefusal)).replaceSession(refused);

/**
 * Makes a request as the signed-in user. A session that is refused (401) is renewed once. If the new one is refused as well, the session
 * has ended: the answer is then what a guest gets, or the refusal where guests get nothing.
 * @param ask makes the request; it is called up to three times
 */
export async function askAsUser(ask: Ask): Promise<Response> {
  const session = await currentSession();
  const answer = await ask(session);
  if (!session || answer.status !== 401) return answer;
  return (await loadCode(importRefusal)).askAgain(ask, session, answer);
}

/** Loads the client of Auth if somebody may be signed in; once the page is used where the kept session is fresh. */
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
 * Hears of the events of Auth in this tab and others, from when its client is there. What another tab keeps or drops before that is
 * told by the storage (`startSessionSync`). Returns how to stop.
 */
export function onAuthEvent(listener: AuthListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For the client of Auth. */
export function tellAuthEvent(event: AuthChangeEvent): void {
  for (const listener of listeners) listener(event);
}

let hasEnded = false;

/** Whether the session of this tab has ended without its user asking for it, until somebody signs in. */
export const hasSessionEnded = (): boolean => hasEnded;

/** For the client of Auth: a session has ended by itself, or another one has begun. */
export function noteSessionEnd(isEnd: boolean): void {
  hasEnded = isEnd;
}
