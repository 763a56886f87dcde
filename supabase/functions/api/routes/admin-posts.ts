import { z } from 'zod';
import { dataOf } from '../../_shared/clients.ts';
import { LISTED_STATES } from '../../_shared/domain/listed-state.ts';
import { LISTED_POST_COLUMNS, toListedPost } from '../../_shared/rows/listed-post-row.ts';
import { listAnswer, pageFields, searchField } from '../admin-list.ts';
import { idSchema } from '../../_shared/domain/input.ts';
import { ApiRoutes } from '../router.ts';
import { IN_PARTS, partRefusals } from './admin-bulk-actions.ts';
import { hiddenPostSchema, note, postIds, reason } from './admin-hidden-posts.ts';

/** All posts for admins. */
export const adminPostRoutes = new ApiRoutes('Admin');

const listedPostSchema = hiddenPostSchema.extend({
  country: z.string(),
  state: z.enum(LISTED_STATES),
  createdAt: z.string(),
  quoteDeadline: z.string().nullable(),
});

adminPostRoutes.operation(
  {
    method: 'get',
    path: '/admin/posts',
    summary: 'List all posts, page by page',
    description:
      'A total of 10001 means "more than 10,000", with a search 1001 "more than 1,000": only so many can be paged through. With a search, the newest 1,000 are put in order. The state of a hidden post is `hidden`; a closed one has no deadline any more.',
    access: 'admin',
    query: z.object({
      ...pageFields,
      ...searchField,
      sort: z.enum(['posted', 'deadline']).optional(),
      state: z.enum(LISTED_STATES).optional(),
      country: z.string().max(60).optional(),
    }),
    answer: listAnswer(listedPostSchema),
  },
  async ({ client, query }) => {
    const narrowed = { search: query.q, state: query.state, country: query.country };
    const [rows, total] = await Promise.all([
      client
        .rpc('list_all_posts', {
          ...narrowed,
          sort: query.sort,
          direction: query.order,
          page: query.page,
          page_size: query.pageSize,
        })
        .select(LISTED_POST_COLUMNS)
        // The place in the list, in this function's answer.
        .order('search'),
      client.rpc('count_all_posts', narrowed),
    ]);
    return { items: dataOf(rows).map(toListedPost), total: dataOf(total) };
  },
);

const batchSchema = z.object({ id: idSchema.nullable(), posts: z.number().int() });

adminPostRoutes.operation(
  {
    method: 'post',
    path: '/admin/posts/hide',
    summary: 'Hide posts of others and tell their owners why',
    description: IN_PARTS,
    access: 'admin',
    body: z.object({ postIds, reason, clientId: z.uuid().optional() }),
    answer: batchSchema,
    refusals: partRefusals,
  },
  async ({ client, body }) => {
    const batch = dataOf(
      await client
        .rpc('bulk_hide_posts', { post_ids: body.postIds, reason: body.reason, client_id: body.clientId })
        .select('id, post_count')
        .maybeSingle(),
    );
    return { id: batch?.id ?? null, posts: batch?.post_count ?? 0 };
  },
);

adminPostRoutes.operation(
  {
    method: 'post',
    path: '/admin/posts/unhide',
    summary: 'Unhide posts that admins have hidden, with a note to their owners',
    description: `What owners have hidden themselves stays hidden. ${IN_PARTS}`,
    access: 'admin',
    body: z.object({ postIds, note, clientId: z.uuid().optional() }),
    answer: batchSchema,
    refusals: partRefusals,
  },
  async ({ client, body }) => {
    const batch = dataOf(
      await client
        .rpc('bulk_unhide_posts', { post_ids: body.postIds, note: body.note ?? undefined, client_id: body.clientId })
        .select('id, post_count')
        .maybeSingle(),
    );
    return { id: batch?.id ?? null, posts: batch?.post_count ?? 0 };
  },
);
