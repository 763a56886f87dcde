import { queryOptions } from '@tanstack/react-query';
import { NOTIFICATIONS_MAX } from '@domain/limits.ts';
import { NOTIFICATION_COLUMNS, toNotification } from '@rows/notification-row.ts';
import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { refreshing } from './refreshing.ts';

async function listNotifications(signal: AbortSignal) {
  const { data, error, status, statusText } = await supabase
    .from('notifications')
    .select(NOTIFICATION_COLUMNS)
    .order('id', { ascending: false })
    .range(0, NOTIFICATIONS_MAX - 1)
    .abortSignal(signal);
  if (!error) {
    return data.map(toNotification).map(({ read: isRead, ...notification }) => ({ ...notification, isRead }));
  }
  const failure = toAppError(error, status, statusText);
  // The session has just ended, so no user is left to notify. Not a failure.
  if (failure.kind === 'unauthorized') return null;
  throw failure;
}

/**
 * The latest notifications of the signed-in user, or null if the session has ended. Fresh for 10 minutes and polled
 * every 10 minutes while the tab is visible.
 */
export const notificationsQueryOptions = queryOptions({
  queryKey: keys.notifications.list,
  queryFn: ({ signal }) => listNotifications(signal),
  ...refreshing,
});

export type NotificationItem = NonNullable<Awaited<ReturnType<typeof listNotifications>>>[number];
