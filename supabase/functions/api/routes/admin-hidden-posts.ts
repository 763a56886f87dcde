import { z } from 'zod';
import { dataOf } from '../../_shared/clients.ts';
import { CATEGORIES } from '../../_shared/domain/categories.ts';
import { idSchema, optionalText, requiredText } from '../../_shared/domain/input.ts';
import { timeSchema } from '../../_shared/domain/time-schema.ts';
import { BULK_MAX, HIDE_NOTE_MAX, HIDE_REASON_MAX } from '../../_shared/domain/limits.ts';
import { HIDDEN_POST_COLUMNS, toHiddenPost } from '../../_shared/rows/hidden-post-row.ts';
import { listAnswer, listQuery } from '../admin-list.ts';
import { ApiRoutes, doneSchema } from '../router.ts';

/** Hidden posts for admins. */
export const adminHiddenPostRoutes = new ApiRoutes('Admin');

/** A hidden post for admins. */
export const hiddenPostSchema = z.object({
  id: idSchema,
  title: z.string(),
  category: z.string(),
  userId: idSchema,
  username: z.string(),
  hiddenBy: idSchema.nullable(),
  hiddenByUsername: z.string().nullable(),
  hiddenReason: z.string().nullable(),
  hiddenAt: z.string().nullable(),
  quotes: z.number().int(),
});

adminHiddenPostRoutes.operation(
  {
    method: 'get',
    path: '/admin/hidden-posts',
    summary: 'List hidden posts, page by page',
    description: 'A total of 10001 means "more than 10,000".',
    access: 'admin',
    query: z.object({
      ...listQuery(['hiddenAt', 'title', 'quotes']),
      hiddenBy: z.enum(['owner', 'admin']).optional(),
      category: z.enum(CATEGORIES).optional(),
    }),
    answer: listAnswer(hiddenPostSchema),
  },
  async ({ client, query }) => {
    const narrowed = {
      search: query.q,
      hidden_by: query.hiddenBy,
      category: query.category,
      since: query.from,
      before: query.to,
    };
    const [rows, total] = await Promise.all([
      client
        .rpc('list_hidden_posts', {
          ...narrowed,
          sort: query.sort,
          direction: query.order,
          page: query.page,
          page_size: query.pageSize,
        })
        .select(HIDDEN_POST_COLUMNS)
        // The place in the list, in this function's answer.
        .order('search'),
      client.rpc('count_hidden_posts', narrowed),
    ]);
    return { items: dataOf(rows).map(toHiddenPost), total: dataOf(total) };
  },
);

/** A choice of posts. */
export const postIds = z
  .array(idSchema)
  .min(1, `Choose 1 to ${BULK_MAX} posts`)
  .max(BULK_MAX, `Choose 1 to ${BULK_MAX} posts`);
/** Why posts are hidden or deleted. */
export const reason = requiredText('Reason is required', HIDE_REASON_MAX, 'Reason too long');
/** The notification of owners whose posts are unhidden. */
export const note = optionalText(HIDE_NOTE_MAX, 'Note too long');
/** The times of hiding that belong to a choice of posts. */
const hiddenTimes = z.array(timeSchema.nullable()).max(BULK_MAX).optional();
/** A time that is not known is before all others in the database. */
const asStored = (times: z.output<typeof hiddenTimes>) => times?.map((time) => time ?? '-infinity');
const CHANGED = 'Another admin has just changed all of them, or their owners hid them and `hiddenTimes` is left out';

adminHiddenPostRoutes.operation(
  {
    method: 'post',
    path: '/admin/hidden-posts/unhide',
    summary: 'Unhide posts and notify their owners',
    description: 'One bulk action, which can be undone for 30 days.',
    access: 'admin',
    body: z.object({ postIds, hiddenTimes, note }),
    answer: z.object({ unhidden: z.number().int() }),
    refusals: { 409: CHANGED },
  },
  async ({ client, body }) => {
    return {
      unhidden: dataOf(
        await client.rpc('unhide_posts', {
          post_ids: body.postIds,
          note: body.note ?? undefined,
          hidden_at: asStored(body.hiddenTimes),
        }),
      ),
    };
  },
);

adminHiddenPostRoutes.operation(
  {
    method: 'post',
    path: '/admin/hidden-posts/delete',
    summary: 'Delete hidden posts permanently and tell their owners why',
    access: 'admin',
    body: z.object({ postIds, hiddenTimes, reason }),
    answer: z.object({ deleted: z.number().int() }),
    refusals: { 409: CHANGED },
  },
  async ({ client, body }) => {
    return {
      deleted: dataOf(
        await client.rpc('delete_hidden_posts', {
          post_ids: body.postIds,
          reason: body.reason,
          hidden_at: asStored(body.hiddenTimes),
        }),
      ),
    };
  },
);

adminHiddenPostRoutes.operation(
  {
    method: 'put',
    path: '/admin/hidden-posts/{id}/reason',
    summary: 'Change the reason why a post is hidden',
    access: 'admin',
    ids: { id: 'Post' },
    body: z.object({ reason, expected: z.string().optional() }),
    answer: doneSchema,
    refusals: { 409: 'The owner hid the post themselves, or the reason is not the expected one' },
  },
  async ({ client, ids, body }) => {
    dataOf(await client.rpc('edit_hide_reason', { post_id: ids.id, reason: body.reason, expected: body.expected }));
    return { message: 'Reason changed' };
  },
);
