import { queryOptions } from '@tanstack/react-query';
import { settingValueSchema, type SettingValue } from '@domain/app-settings.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function listSettings(signal: AbortSignal): Promise<ReadonlyMap<string, SettingValue>> {
  const data = dataOf(await supabase.rpc('list_app_settings').select('key, value').abortSignal(signal));
  return new Map(data.map(({ key, value }) => [key, settingValueSchema.parse(value)]));
}

/** Limits and switches by key. Admins only. */
export const settingsQueryOptions = queryOptions({
  queryKey: keys.appSettings,
  queryFn: ({ signal }) => listSettings(signal),
});
