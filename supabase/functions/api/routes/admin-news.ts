import { z } from 'zod';
import { containsPattern } from '../../_shared/domain/fold.ts';
import { NEWS_STATUSES, NEWS_TYPES } from '../../_shared/domain/news-options.ts';
import { newsItemSchema } from '../../_shared/domain/news.ts';
import { NEWS_COLUMNS, toNewsItem } from '../../_shared/rows/news-row.ts';
import { answerOfList, listAnswer, listQuery, pageOfList } from '../admin-list.ts';
import { ApiRoutes } from '../router.ts';

/** News for admins, including drafts and archived items; they are written through `/api/news`. */
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
  async ({ client, query }) => {
    let request = client.from('news_items').select(NEWS_COLUMNS, { count: 'exact' });
    if (query.q) request = request.like('folded', containsPattern(query.q));
    if (query.type) request = request.eq('type', query.type);
    if (query.status) request = request.eq('status', query.status);
    if (query.sort && query.sort !== 'createdAt')
      request = request.order(query.sort, { ascending: query.order === 'asc' });
    return answerOfList(await pageOfList(request, query), query, toNewsItem);
  },
);
