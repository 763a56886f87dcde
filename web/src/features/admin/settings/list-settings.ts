import { queryOptions } from '@tanstack/react-query';
import { settingValueSchema, type SettingValue } from '@domain/app-settings.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

/** A switch or limit, and what it is in a new marketplace. */
export type Setting = { value: SettingValue; standard: SettingValue };

async function listSettings(signal: AbortSignal): Promise<ReadonlyMap<string, Setting>> {
  const data = dataOf(await supabase.rpc('list_app_settings').select('key, value, default_value').abortSignal(signal));
  return new Map(
    data.map(({ key, value, default_value }) => [
      key,
      { value: settingValueSchema.parse(value), standard: settingValueSchema.parse(default_value) },
    ]),
  );
}

/** Limits and switches by key. Admins only. */
export const settingsQueryOptions = queryOptions({
  queryKey: keys.appSettings,
  queryFn: ({ signal }) => listSettings(signal),
});
