import { z } from 'zod';
import { dataOf } from '../../_shared/clients.ts';
import { NOTIFICATIONS_MAX } from '../../_shared/domain/limits.ts';
import { notificationSchema } from '../../_shared/domain/notification.ts';
import { NOTIFICATION_COLUMNS, toNotification } from '../../_shared/rows/notification-row.ts';
import { after, cursorQuery, rowsAfter } from '../paging.ts';
import { ApiRoutes, doneSchema } from '../router.ts';

/** The caller's own notifications. */
export const notificationRoutes = new ApiRoutes('Notifications');

notificationRoutes.operation(
  {
    method: 'get',
    path: '/notifications',
    summary: `List my latest ${NOTIFICATIONS_MAX} notifications, newest first`,
    access: 'user',
    query: z.object(cursorQuery(NOTIFICATIONS_MAX)),
    answer: z.array(notificationSchema),
  },
  async ({ c, client, query }) => {
    const notifications = client
      .from('notifications')
      .select(NOTIFICATION_COLUMNS, { count: 'exact' })
      .order('id', { ascending: false });
    return rowsAfter(c, await after(notifications, query, NOTIFICATIONS_MAX), query.before).map(toNotification);
  },
);

notificationRoutes.operation(
  {
    method: 'patch',
    path: '/notifications/read-all',
    summary: 'Mark all my notifications as read',
    access: 'user',
    query: z.object({
      // Coerced, an empty one would be 0, and nothing be marked under "Notifications read".
      upTo: z
        .string()
        .regex(/^\d{1,15}$/)
        .pipe(z.coerce.number<string>().int())
        .optional()
        .meta({ description: 'The id of the newest that was shown, so that what came meanwhile stays unread' }),
    }),
    answer: doneSchema,
  },
  async ({ client, query: { upTo } }) => {
    dataOf(await client.rpc('mark_all_notifications_read', { up_to: upTo }));
    return { message: 'Notifications read' };
  },
);

notificationRoutes.operation(
  {
    method: 'patch',
    path: '/notifications/{id}/read',
    summary: 'Mark one of my notifications as read',
    access: 'user',
    ids: { id: 'Notification' },
    answer: doneSchema,
  },
  async ({ client, ids }) => {
    dataOf(await client.rpc('mark_notification_read', { notification_id: ids.id }));
    return { message: 'Notification read' };
  },
);
