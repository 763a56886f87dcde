import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { providerName } from '../provider-name.ts';

const providersSchema = z.array(z.string()).catch([]);

async function getSignIn() {
  const [auth, password] = await Promise.all([supabase.auth.getUser(), supabase.rpc('has_password')]);
  if (auth.error) throw toAppError(auth.error, auth.error.status);
  if (password.error) throw toAppError(password.error, password.status, password.statusText);
  const { user } = auth.data;
  return {
    /** The external provider as people know it, or null. */
    provider: providerName(providersSchema.parse(user.app_metadata['providers'])),
    hasPassword: password.data,
    /** An address that waits for its confirmation, or null. */
    newEmail: user.new_email || null,
  };
}

/** How the signed-in user signs in (B2): provider, password, and the e-mail address that waits to replace his. */
export const signInQueryOptions = queryOptions({ queryKey: keys.session.signIn, queryFn: getSignIn });
