import type { SettingValue } from '@domain/app-settings.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

/** `expected` is the value that the admin saw, so that a concurrent change is not overwritten. */
type Change = { key: string; value: SettingValue; expected: SettingValue };

async function saveSetting(change: Change): Promise<void> {
  dataOf(await supabase.rpc('save_app_setting', change));
}

/** Changes a limit or switch. Main admins only; 409 if it changed in the meantime, also by a request whose answer was lost: no retry. */
export const useSaveSetting = () => useWrite(saveSetting, [keys.appSettings], false);
