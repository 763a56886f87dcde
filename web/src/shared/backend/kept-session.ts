import { textAt, valueAt } from '@/shared/text/text-at.ts';
import { serviceUrl } from './env.ts';
import { rememberAwareStorage } from './session-storage.ts';

export const AUTH_URL = serviceUrl('auth/v1');

/** Where the session is kept: the key that supabase-js uses, one per project. */
export const SESSION_KEY = `sb-${new URL(AUTH_URL).hostname.split('.')[0]}-auth-token`;

/** A token that ends sooner is renewed first. The client of Auth does so 90 seconds before. */
const FRESH_MS = 120_000;

/** What the page has to know of a session. */
export type SignedIn = { access_token: string; user: { id: string } };

/** The session that this browser keeps, and whether it can be used as it is; null for what is none. */
export function keptSession(): { session: SignedIn; isFresh: boolean } | null {
  try {
    const kept: unknown = JSON.parse(rememberAwareStorage.getItem(SESSION_KEY) ?? 'null');
    const token = textAt(kept, 'access_token');
    const id = textAt(valueAt(kept, 'user'), 'id');
    if (!token || !id) return null;
    const isFresh = Number(valueAt(kept, 'expires_at')) * 1000 > Date.now() + FRESH_MS;
    return { session: { access_token: token, user: { id } }, isFresh };
  } catch {
    return null;
  }
}
