import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function getEmailSettings(signal: AbortSignal) {
  return dataOf(await supabase.rpc('email_settings').abortSignal(signal).single());
}

export type StoredEmailSettings = Awaited<ReturnType<typeof getEmailSettings>>;

/** The mail settings; instead of the password only whether there is one. Admins only. */
export const emailSettingsQueryOptions = queryOptions({
  queryKey: keys.emailSettings.settings,
  queryFn: ({ signal }) => getEmailSettings(signal),
});
