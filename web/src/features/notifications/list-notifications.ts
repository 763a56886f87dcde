import { queryOptions } from '@tanstack/react-query';
import { NOTIFICATIONS_MAX } from '@domain/limits.ts';
import { NOTIFICATION_COLUMNS, toNotification } from '@rows/notification-row.ts';
import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { refreshing } from './refreshing.ts';

/** In place of a topic: all that the user has not read. */
export const UNREAD = 'unread';

/**
 * Reads the newest notifications of the signed-in user; null if the session has ended.
 * @param before only those older than this id; 0 for the newest
 * @param topic only those of this group of kinds, or those unread; '' for all
 */
export async function readNotifications(signal: AbortSignal, before = 0, topic = '') {
  let notifications = supabase.from('notifications').select(NOTIFICATION_COLUMNS);
  if (before) notifications = notifications.lt('id', before);
  if (topic === UNREAD) notifications = notifications.is('read_at', null);
  else if (topic) notifications = notifications.eq('topic', topic);
  const { data, error, status, statusText } = await notifications
    .order('id', { ascending: false })
    .limit(NOTIFICATIONS_MAX)
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
  queryFn: ({ signal }) => readNotifications(signal),
  ...refreshing,
});

export type NotificationItem = NonNullable<Awaited<ReturnType<typeof readNotifications>>>[number];
