import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { dataOf } from '@/shared/backend/data-of.ts';
import { auth } from '@/shared/backend/auth.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { providerName } from './provider-name.ts';

const providersSchema = z.array(z.string()).catch([]);

async function getSignIn() {
  const [known, password, sessions, secondFactor] = await Promise.all([
    auth.getUser(),
    supabase.rpc('has_password'),
    supabase.rpc('my_sessions'),
    supabase.rpc('my_second_factor').single(),
  ]);
  const { user } = dataOf(known);
  const { recovery_codes, is_missing } = dataOf(secondFactor);
  return {
    /** Display name of the external provider, or null. */
    provider: providerName(providersSchema.parse(user.app_metadata['providers'])),
    hasPassword: dataOf(password),
    email: user.email ?? '',
    /** Address awaiting confirmation, or null. */
    newEmail: user.new_email || null,
    /** Where the user is signed in, this session first. */
    sessions: dataOf(sessions),
    secondFactor: {
      isOn: (user.factors ?? []).some(({ status }) => status === 'verified'),
      /** How many recovery codes are left. */
      recoveryCodes: recovery_codes,
      /** Whether the role of the user requires it, and it is off. */
      isMissing: is_missing,
    },
  };
}

export type SignIn = Awaited<ReturnType<typeof getSignIn>>;

/** How the user signs in: provider, password, second step, sessions, and an unconfirmed new email address. */
export const signInQueryOptions = queryOptions({ queryKey: keys.session.signIn, queryFn: getSignIn });
