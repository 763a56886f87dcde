import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

async function setNotificationKind({ kind, isEnabled }: { kind: string; isEnabled: boolean }): Promise<void> {
  dataOf(await supabase.rpc('set_notification_kind', { kind, is_enabled: isEnabled }));
}

/** Switches a kind of notification on or off. */
export const useSetNotificationKind = () => useWrite(setNotificationKind, [keys.broadcasts.kinds]);
