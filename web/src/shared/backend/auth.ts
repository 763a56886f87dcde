import { AuthClient } from '@supabase/auth-js';
// Before the client, which removes what it reads.
import '@/shared/session/auth-redirect.ts';
import { tellAuthEvent } from './auth-session.ts';
import { AUTH_URL, SESSION_KEY } from './kept-session.ts';
import { env } from './env.ts';
import { rememberAwareStorage } from './session-storage.ts';

/**
 * Supabase Auth, for what signs people in and out. Everything else asks `auth-session.ts`, because guests do without this code, which
 * weighs as much as the router.
 */
export const auth = new AuthClient({
  url: AUTH_URL,
  headers: { Authorization: `Bearer ${env.supabaseKey}`, apikey: env.supabaseKey },
  storageKey: SESSION_KEY,
  storage: rememberAwareStorage,
  persistSession: true,
  autoRefreshToken: true,
  detectSessionInUrl: true,
  flowType: 'implicit',
});

auth.onAuthStateChange(tellAuthEvent);
