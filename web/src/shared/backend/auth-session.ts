import type { AuthChangeEvent } from '@supabase/auth-js';
import { fetchAhead } from '@/shared/lazy/fetch-ahead.ts';
import { loadCode } from '@/shared/lazy/load-code.ts';
import { authRedirect } from '@/shared/session/auth-redirect.ts';
import { keptSession, SESSION_KEY, type SignedIn } from './kept-session.ts';
import { rememberAwareStorage } from './session-storage.ts';

const importAuth = () => import('./auth.ts');
const loadAuth = () => loadCode(importAuth);

/** The session that this browser keeps, if it can be used as it is. One that came along in the address replaces it. */
function freshSession(): SignedIn | null {
  const kept = authRedirect.hasSession ? null : keptSession();
  return kept?.isFresh ? kept.session : null;
}

/** Whether somebody may be signed in: a session is kept, or came along in the address. */
const hasSession = () => rememberAwareStorage.getItem(SESSION_KEY) !== null || authRedirect.hasSession;

/**
 * The session of this browser, with a token that is fresh; null for a guest. The client of Auth, which weighs as much as the router, is
 * only needed to renew a token and to read what came along in the address.
 */
export async function currentSession(): Promise<SignedIn | null> {
  if (!hasSession()) return null;
  const fresh = freshSession();
  if (fresh) return fresh;
  const { auth } = await loadAuth();
  return (await auth.getSession()).data.session;
}

/**
 * Asks for the client of Auth if somebody may be signed in, once the page stands if it can do without until then. Resolves when the
 * router may read the address, out of which the client takes the session that a mail or a provider sent along.
 */
export async function startAuth(): Promise<void> {
  try {
    if (!hasSession()) return;
    if (freshSession()) return fetchAhead(importAuth);
    const loading = loadAuth();
    if (authRedirect.hasSession) await loading;
    else loading.catch(() => undefined);
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
