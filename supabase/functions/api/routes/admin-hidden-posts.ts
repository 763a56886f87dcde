import { z } from 'zod';
import { callerClient, dataOf } from '../../_shared/clients.ts';
import { CATEGORIES } from '../../_shared/domain/categories.ts';
import { idSchema } from '../../_shared/domain/input.ts';
import { listAnswer, listQuery } from '../admin-list.ts';
import { ApiRoutes } from '../router.ts';

/** Hidden posts for admins (B20, B23). */
export const adminHiddenPostRoutes = new ApiRoutes('Admin');

const hiddenPostSchema = z.object({
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
    summary: 'One page of the hidden posts',
    description: 'A total of 10001 stands for "more than 10,000".',
    access: 'admin',
    query: z.object({
      ...listQuery(['hiddenAt', 'title', 'quotes']),
      hiddenBy: z.enum(['owner', 'admin']).optional(),
      category: z.enum(CATEGORIES).optional(),
    }),
    answer: listAnswer(hiddenPostSchema),
  },
  async ({ c, query }) => {
    const client = await callerClient(c);
    const narrowed = {
      search: query.q,
      hidden_by: query.hiddenBy,
      category: query.category,
      since: query.from,
      before: query.to,
    };
    const [rows, total] = await Promise.all([
      client
        .rpc('list_hidden_posts', { ...narrowed, sort: query.sort, direction: query.order, page: query.page, page_size: query.pageSize })
        .select(
          'id, title, category, user_id, hidden_by, hidden_reason, hidden_at, owner:profiles!posts_user_id_fkey(username), hider:profiles!posts_hidden_by_fkey(username), counters:post_counters(quotes)',
        ),
      client.rpc('count_hidden_posts', narrowed),
    ]);
    return {
      items: dataOf(rows).map((row) => ({
        id: row.id,
        title: row.title,
        category: row.category,
        userId: row.user_id,
        username: row.owner.username,
        hiddenBy: row.hidden_by,
        hiddenByUsername: row.hider?.username ?? null,
        hiddenReason: row.hidden_reason,
        hiddenAt: row.hidden_at,
        quotes: row.counters?.quotes ?? 0,
      })),
      total: dataOf(total),
    };
  },
);
