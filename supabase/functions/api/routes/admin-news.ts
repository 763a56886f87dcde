import { z } from 'zod';
import { callerClient } from '../../_shared/clients.ts';
import { NEWS_STATUSES, NEWS_TYPES, newsItemSchema } from '../../_shared/domain/news.ts';
import { fromDatabase } from '../../_shared/http/api-error.ts';
import { NEWS_COLUMNS, toNewsItem } from '../../_shared/rows/news.ts';
import { anywhere, listAnswer, listQuery } from '../admin-list.ts';
import { ApiRoutes } from '../router.ts';

/** News for admins, drafts and archived items too; they are written through `/api/news`. */
export const adminNewsRoutes = new ApiRoutes('Admin');

adminNewsRoutes.operation(
  {
    method: 'get',
    path: '/admin/news',
    summary: 'List all news and events, page by page, newest first',
    description: '`q` searches titles and summaries.',
    access: 'admin',
    query: z.object({
      ...listQuery(['createdAt', 'title', 'status']),
      type: z.enum(NEWS_TYPES).optional(),
      status: z.enum(NEWS_STATUSES).optional(),
    }),
    answer: listAnswer(newsItemSchema),
  },
  async ({ c, query }) => {
    const client = await callerClient(c);
    const first = (query.page - 1) * query.pageSize;
    let request = client.from('news_items').select(NEWS_COLUMNS, { count: 'exact' });
    if (query.q) request = request.or(anywhere(['title', 'summary'], query.q));
    if (query.type) request = request.eq('type', query.type);
    if (query.status) request = request.eq('status', query.status);
    if (query.from) request = request.gte('created_at', query.from);
    if (query.to) request = request.lt('created_at', query.to);
    if (query.sort && query.sort !== 'createdAt')
      request = request.order(query.sort, { ascending: query.order === 'asc' });
    const answer = await request
      .order('id', { ascending: query.order === 'asc' })
      .range(first, first + query.pageSize - 1);
    // Behind the last row there is nothing, which is no failure.
    if (answer.status === 416) return { items: [], total: answer.count ?? first };
    if (answer.error) throw fromDatabase(answer.error, answer.status);
    return { items: answer.data.map(toNewsItem), total: answer.count ?? answer.data.length };
  },
);
