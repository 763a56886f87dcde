import { z } from 'zod';
import { dataOf } from '../../_shared/clients.ts';
import { audienceSchema, broadcastSchema } from '../../_shared/domain/broadcast.ts';
import { notificationKinds } from '../../_shared/domain/notification-kinds.ts';
import { idempotencyKey } from '../../_shared/http/body.ts';
import { pageFields } from '../admin-list.ts';
import { ApiRoutes, doneSchema } from '../router.ts';

/** Broadcasts, and the switches of automatic notifications. The database functions behind them check the role themselves. */
export const adminNotificationsRoutes = new ApiRoutes('Admin: notifications');

const listQuery = z.object({
  ...pageFields,
  sort: z.enum(['when', 'delivered']).default('when'),
  q: z.string().trim().max(100).optional(),
  status: z.enum(['scheduled', 'sending', 'sent', 'cancelled']).optional(),
});

const entrySchema = z.object({
  id: z.number(),
  message: z.string(),
  audience: z.string(),
  audienceValues: z.array(z.string()),
  linkKind: z.string(),
  linkId: z.number().nullable(),
  withEmail: z.boolean(),
  status: z.string(),
  sendAt: z.string(),
  sentBy: z.string().nullable(),
  receivers: z.number(),
  delivered: z.number(),
  read: z.number(),
  createdAt: z.string(),
  mails: z.number().nullable(),
  mailsSent: z.number().nullable(),
});

adminNotificationsRoutes.operation(
  {
    method: 'get',
    path: '/admin/notifications',
    summary: 'List broadcasts, newest first, with how many users received and read each',
    access: 'admin',
    query: listQuery,
    answer: z.object({ items: z.array(entrySchema), total: z.number() }),
  },
  async ({ client, query }) => {
    const rows = dataOf(
      await client.rpc('list_broadcasts', {
        page: query.page,
        page_size: query.pageSize,
        only_status: query.status,
        q: query.q || undefined,
        sort: query.sort,
        sort_order: query.order,
      }),
    );
    const items = rows.map((row) => ({
      id: row.id,
      message: row.message,
      audience: row.audience,
      audienceValues: row.audience_values,
      linkKind: row.link_kind,
      linkId: row.link_id,
      withEmail: row.with_email,
      status: row.status,
      sendAt: row.send_at,
      sentBy: row.sent_by,
      receivers: row.receivers,
      delivered: row.delivered,
      read: row.read_count,
      createdAt: row.created_at,
      mails: row.mails,
      mailsSent: row.mails_sent,
    }));
    return { items, total: rows[0]?.total ?? 0 };
  },
);

adminNotificationsRoutes.operation(
  {
    method: 'post',
    path: '/admin/notifications',
    summary: 'Send a broadcast, now or later; the answer does not wait until everybody has it',
    description: 'At most 10 a day. An audience without a user is refused with 400 "No user matches this audience".',
    access: 'admin',
    body: broadcastSchema,
    answer: z.object({ id: z.number() }),
    status: 201,
    refusals: { 429: 'Ten broadcasts were sent today' },
  },
  async ({ c, client, body }) => {
    const id = dataOf(
      await client.rpc('create_broadcast', {
        broadcast: {
          message: body.message,
          audience: body.audience,
          audience_values: body.audienceValues,
          link_kind: body.linkKind,
          link_id: body.linkId,
          with_email: body.withEmail,
          send_at: body.sendAt,
          client_id: (await idempotencyKey(c)) ?? null,
        },
      }),
    );
    return { id };
  },
);

adminNotificationsRoutes.operation(
  {
    method: 'post',
    path: '/admin/notifications/receivers',
    summary: 'Count the users of an audience',
    access: 'admin',
    body: audienceSchema,
    answer: z.object({ receivers: z.number() }),
  },
  async ({ client, body }) => {
    const receivers = dataOf(
      await client.rpc('count_broadcast_receivers', { audience: body.audience, audience_values: body.audienceValues }),
    );
    return { receivers };
  },
);

adminNotificationsRoutes.operation(
  {
    method: 'post',
    path: '/admin/notifications/{id}/cancel',
    summary: 'Cancel a scheduled broadcast',
    access: 'admin',
    ids: { id: 'Broadcast' },
    answer: doneSchema,
    refusals: { 409: 'The broadcast is being sent already' },
  },
  async ({ client, ids }) => {
    dataOf(await client.rpc('cancel_broadcast', { broadcast_id: ids.id }));
    return { message: 'Broadcast cancelled' };
  },
);

adminNotificationsRoutes.operation(
  {
    method: 'delete',
    path: '/admin/notifications/{id}',
    summary: 'Delete a broadcast and those of its notifications that are still unread',
    access: 'admin',
    ids: { id: 'Broadcast' },
    answer: doneSchema,
  },
  async ({ client, ids }) => {
    dataOf(await client.rpc('delete_broadcast', { broadcast_id: ids.id }));
    return { message: 'Broadcast deleted' };
  },
);

adminNotificationsRoutes.operation(
  {
    method: 'get',
    path: '/admin/notifications/kinds',
    summary: 'List the kinds of notifications that the marketplace sends by itself, and whether each is on',
    access: 'admin',
    answer: z.array(z.object({ kind: z.string(), text: z.string(), isEnabled: z.boolean() })),
  },
  async ({ client }) => {
    const kinds = dataOf(await client.rpc('list_notification_kinds'));
    return kinds.map(({ kind, is_enabled }) => ({
      kind,
      text: notificationKinds[kind]?.text ?? '',
      isEnabled: is_enabled,
    }));
  },
);

adminNotificationsRoutes.operation(
  {
    method: 'put',
    path: '/admin/notifications/kinds',
    summary: 'Switch a kind of notification on or off',
    access: 'admin',
    body: z.object({ kind: z.string().max(40), isEnabled: z.boolean() }),
    answer: doneSchema,
    refusals: { 404: 'The kind does not exist' },
  },
  async ({ client, body }) => {
    dataOf(await client.rpc('set_notification_kind', { kind: body.kind, is_enabled: body.isEnabled }));
    return { message: 'Notification settings saved' };
  },
);
