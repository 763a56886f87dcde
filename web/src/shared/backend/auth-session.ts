import type { AuthChangeEvent } from '@supabase/auth-js';
import { fetchAhead } from '@/shared/lazy/fetch-ahead.ts';
import { loadCode } from '@/shared/lazy/load-code.ts';
import { authRedirect } from '@/shared/session/auth-redirect.ts';
import { textAt, valueAt } from '@/shared/text/text-at.ts';
import { serviceUrl } from './env.ts';
import { rememberAwareStorage } from './session-storage.ts';

export const AUTH_URL = serviceUrl('auth/v1');

/** Where the session is kept: the key that supabase-js uses, one per project. */
export const SESSION_KEY = `sb-${new URL(AUTH_URL).hostname.split('.')[0]}-auth-token`;

const importAuth = () => import('./auth.ts');
const loadAuth = () => loadCode(importAuth);

/** What the page has to know of a session. */
type SignedIn = { access_token: string; user: { id: string } };

/** A token that ends sooner is renewed first. The client of Auth does so 90 seconds before. */
const FRESH_MS = 120_000;

/** The session that this browser keeps, if it can be used as it is. One that came along in the address replaces it. */
function freshSession(): SignedIn | null {
  if (authRedirect.hasSession) return null;
  try {
    const kept: unknown = JSON.parse(rememberAwareStorage.getItem(SESSION_KEY) ?? 'null');
    const token = textAt(kept, 'access_token');
    const id = textAt(valueAt(kept, 'user'), 'id');
    if (!token || !id || !(Number(valueAt(kept, 'expires_at')) * 1000 > Date.now() + FRESH_MS)) return null;
    return { access_token: token, user: { id } };
  } catch {
    return null;
  }
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
