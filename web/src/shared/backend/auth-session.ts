import type { AuthChangeEvent, Session } from '@supabase/auth-js';
import { loadCode } from '@/shared/lazy/load-code.ts';
import { authRedirect } from '@/shared/session/auth-redirect.ts';
import { serviceUrl } from './env.ts';
import { rememberAwareStorage } from './session-storage.ts';

export const AUTH_URL = serviceUrl('auth/v1');

/** Where the session is kept: the key that supabase-js uses, one per project. */
export const SESSION_KEY = `sb-${new URL(AUTH_URL).hostname.split('.')[0]}-auth-token`;

const loadAuth = () => loadCode(() => import('./auth.ts'));

/** Whether somebody may be signed in: a session is kept, or came along in the address. */
const hasSession = () => rememberAwareStorage.getItem(SESSION_KEY) !== null || authRedirect.hasSession;

/** The session of this browser, with a token that is fresh; null for a guest, which is known without the client of Auth. */
export async function currentSession(): Promise<Session | null> {
  if (!hasSession()) return null;
  const { auth } = await loadAuth();
  return (await auth.getSession()).data.session;
}

/**
 * Asks for the client of Auth if somebody may be signed in. Resolves when the router may read the address, out of which the client
 * takes the session that a mail or a provider sent along.
 */
export async function startAuth(): Promise<void> {
  try {
    const loading = hasSession() ? loadAuth() : undefined;
    if (authRedirect.hasSession) await loading;
    else loading?.catch(() => undefined);
  } catch (error) {
    console.warn('The session was not read:', error);
  }
}

type AuthListener = (event: AuthChangeEvent) => void;
const listeners = new Set<AuthListener>();

/** Hears of the events of Auth in this tab and others, from when its client is there: until then nobody is signed in. Returns how to stop. */
export function onAuthEvent(listener: AuthListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For the client of Auth. */
export function tellAuthEvent(event: AuthChangeEvent): void {
  for (const listener of listeners) listener(event);
}
