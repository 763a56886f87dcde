import { textAt, valueAt } from '@/shared/text/text-at.ts';
import { serviceUrl } from './env.ts';
import { rememberAwareStorage } from './session-storage.ts';

export const AUTH_URL = serviceUrl('auth/v1');

/** Storage key of the session: the one that supabase-js uses, unique per project. */
export const SESSION_KEY = `sb-${new URL(AUTH_URL).hostname.split('.')[0]}-auth-token`;

/** A token with less time left is renewed first. The Auth client does so 90 seconds before. */
const FRESH_MS = 120_000;

/** The parts of a session that the page needs. */
export type SignedIn = { access_token: string; user: { id: string } };

/** The stored session, and whether its token is fresh; null if none is stored or it is invalid. */
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
