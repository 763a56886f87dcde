import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { dataOf } from '@/shared/backend/data-of.ts';
import { auth } from '@/shared/backend/auth.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { providerName } from './provider-name.ts';

const providersSchema = z.array(z.string()).catch([]);

async function getSignIn() {
  const [known, password, sessions] = await Promise.all([
    auth.getUser(),
    supabase.rpc('has_password'),
    supabase.rpc('my_sessions'),
  ]);
  const { user } = dataOf(known);
  return {
    /** Display name of the external provider, or null. */
    provider: providerName(providersSchema.parse(user.app_metadata['providers'])),
    hasPassword: dataOf(password),
    /** Address awaiting confirmation, or null. */
    newEmail: user.new_email || null,
    /** Where the user is signed in, this session first. */
    sessions: dataOf(sessions),
  };
}

export type SignIn = Awaited<ReturnType<typeof getSignIn>>;

/** How the user signs in: provider, password, sessions, and an unconfirmed new email address. */
export const signInQueryOptions = queryOptions({ queryKey: keys.session.signIn, queryFn: getSignIn });
