import { z } from 'zod';
import { dataOf } from '../../_shared/clients.ts';
import { BULK_MAX, HIDE_REASON_MAX } from '../../_shared/domain/limits.ts';
import { idSchema, requiredText } from '../../_shared/domain/input.ts';
import { BULK_ACTION_COLUMNS, toBulkAction } from '../../_shared/rows/bulk-action-row.ts';
import { answerOfList, listAnswer, listQuery, pageOfList } from '../admin-list.ts';
import { ApiRoutes } from '../router.ts';

/** Bulk actions of admins, and their undo. */
export const adminBulkActionRoutes = new ApiRoutes('Admin');

/** How a selection of more than one call is sent. */
export const IN_PARTS =
  'Send a larger selection in parts with one `clientId`, which makes them one bulk action. It can be undone for 30 days.';
/** For a bulk action on whatever users have written. */
export const IN_CALLS =
  'A call hides the newest 200 of a kind: repeat it with its `clientId` until the numbers stay as they are.';
/** When a part of a bulk action is refused. */
export const partRefusals = { 409: 'The bulk action has been undone, or another one has this `clientId`' };

const CHOOSE_USERS = `Choose 1 to ${BULK_MAX} users`;

adminBulkActionRoutes.operation(
  {
    method: 'post',
    path: '/admin/users/spam',
    summary: 'Mark users as spam: suspend them for good and hide what they published, without telling them',
    description: `Posts, questions and reviews are hidden. Admins and deleted accounts are skipped. ${IN_PARTS} ${IN_CALLS}`,
    access: 'admin',
    body: z.object({
      userIds: z.array(idSchema).min(1, CHOOSE_USERS).max(BULK_MAX, CHOOSE_USERS),
      reason: requiredText('Reason is required', HIDE_REASON_MAX, 'Reason too long'),
      clientId: z.uuid().optional(),
    }),
    answer: z.object({
      id: idSchema,
      users: z.number().int(),
      posts: z.number().int(),
      others: z.number().int(),
    }),
    refusals: {
      404: 'The first user of the selection does not exist, and no other can be changed',
      409: 'No account of the selection can be changed, or the bulk action has been undone',
    },
  },
  async ({ client, body }) => {
    const { id, user_count, post_count, other_count } = dataOf(
      await client
        .rpc('mark_spam', { user_ids: body.userIds, reason: body.reason, client_id: body.clientId })
        .select('id, user_count, post_count, other_count')
        .single(),
    );
    return { id, users: user_count, posts: post_count, others: other_count };
  },
);

const bulkActionSchema = z.object({
  id: idSchema,
  action: z.string(),
  actorUsername: z.string(),
  reason: z.string().nullable(),
  users: z.number().int(),
  posts: z.number().int(),
  others: z.number().int(),
  createdAt: z.string(),
  undoneAt: z.string().nullable(),
  undoneByUsername: z.string().nullable(),
  restored: z.number().int(),
});

adminBulkActionRoutes.operation(
  {
    method: 'get',
    path: '/admin/bulk-actions',
    summary: 'List the bulk actions of the last 30 days, page by page, newest first',
    access: 'admin',
    query: z.object(listQuery(['createdAt'])).omit({ q: true }),
    answer: listAnswer(bulkActionSchema),
  },
  async ({ client, query }) =>
    answerOfList(
      await pageOfList(client.from('moderation_batches').select(BULK_ACTION_COLUMNS, { count: 'exact' }), query),
      query,
      toBulkAction,
    ),
);

adminBulkActionRoutes.operation(
  {
    method: 'post',
    path: '/admin/bulk-actions/{id}/undo',
    summary: 'Undo a bulk action within 30 days',
    description:
      'Restores what the action changed and nobody has changed since, 200 changes a call; repeat it until `left` is 0.',
    access: 'admin',
    ids: { id: 'Bulk action' },
    answer: z.object({ left: z.number().int() }),
    refusals: { 409: 'The bulk action has been undone already, or is older than 30 days' },
  },
  async ({ client, ids }) => ({ left: dataOf(await client.rpc('undo_moderation', { batch_id: ids.id })) }),
);
