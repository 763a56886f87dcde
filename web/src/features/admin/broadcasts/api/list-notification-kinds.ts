import { queryOptions } from '@tanstack/react-query';
import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function listNotificationKinds(signal: AbortSignal) {
  const { data, error, status, statusText } = await supabase.rpc('list_notification_kinds').abortSignal(signal);
  if (error) throw toAppError(error, status, statusText);
  return data;
}

/** The notifications that the product writes by itself, and which are on. Admins only. */
export const notificationKindsQueryOptions = queryOptions({
  queryKey: keys.broadcasts.kinds,
  queryFn: ({ signal }) => listNotificationKinds(signal),
});
