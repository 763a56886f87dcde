import { createClient } from '@supabase/supabase-js';
import type { Database } from '@/shared/database.types.ts';
// Before the client, which removes what it reads.
import './auth-redirect.ts';
import { env } from './env.ts';
import { rememberAwareStorage } from './session-storage.ts';

/** The one Supabase client of the page: row-level security decides what it may see (C1). */
export const supabase = createClient<Database>(env.supabaseUrl, env.supabaseKey, {
  auth: {
    storage: rememberAwareStorage,
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
  },
});
