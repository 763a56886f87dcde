import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function listNotificationKinds(signal: AbortSignal) {
  return dataOf(await supabase.rpc('list_notification_kinds').abortSignal(signal));
}

/** The automatic notifications and whether each is on. Admins only. */
export const notificationKindsQueryOptions = queryOptions({
  queryKey: keys.broadcasts.kinds,
  queryFn: ({ signal }) => listNotificationKinds(signal),
});
