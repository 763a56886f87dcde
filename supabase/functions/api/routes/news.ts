import { z } from 'zod';
import { callerClient, dataOf, type Client } from '../../_shared/clients.ts';
import { timeSchema } from '../../_shared/domain/time-schema.ts';
import { SEARCH_MAX } from '../../_shared/domain/limits.ts';
import { NEWS_TYPES } from '../../_shared/domain/news-options.ts';
import { newsBodySchema, newsChangeSchema, newsItemSchema } from '../../_shared/domain/news.ts';
import { type ApiError, changedMeanwhile, notFound } from '../../_shared/http/api-error.ts';
import { NEWS_COLUMNS, newsRow, toNewsItem } from '../../_shared/rows/news-row.ts';
import { fetchNewsItem } from '../fetch-news-item.ts';
import { pageQuery, tellPages } from '../paging.ts';
import { ApiRoutes, doneSchema } from '../router.ts';

/** News and events. The database decides who can read drafts and write. */
export const newsRoutes = new ApiRoutes('News');

const NEWS_LIST_MAX = 1_000;

/** The query of GET /api/news; a period restricts the answer to events. */
const listSchema = z.object({
  search: z.string().trim().max(SEARCH_MAX).optional(),
  type: z.enum(NEWS_TYPES).optional(),
  period: z.enum(['upcoming', 'past']).optional(),
  ...pageQuery(NEWS_LIST_MAX),
});

newsRoutes.operation(
  {
    method: 'get',
    path: '/news',
    summary: `List published news and events, pinned ones first, then the newest, at most ${NEWS_LIST_MAX}`,
    description:
      'Admins also get drafts and archived items. `period` narrows the list to events that are still to come or are over.',
    access: 'anyone',
    query: listSchema,
    answer: z.array(newsItemSchema),
  },
  async ({ c, query }) => {
    const { search, type, period, page = 1, limit = NEWS_LIST_MAX } = query;
    const client = await callerClient(c);
    const rows = dataOf(
      await client
        .rpc('list_news', { search: search || undefined, kind: type, period, page, page_size: limit })
        .select(NEWS_COLUMNS)
        // The place in the list, in this function's answer.
        .order('search'),
    );
    tellPages(c, { page, limit, count: rows.length });
    return rows.map(toNewsItem);
  },
);

newsRoutes.operation(
  {
    method: 'get',
    path: '/news/{id}',
    summary: 'Get a news item; only admins get one that is not published',
    access: 'anyone',
    ids: { id: 'News item' },
    answer: newsItemSchema,
  },
  async ({ c, ids }) => fetchNewsItem(await callerClient(c), ids.id),
);

newsRoutes.operation(
  {
    method: 'post',
    path: '/news',
    summary: 'Create a news item or event',
    access: 'admin',
    body: newsBodySchema,
    answer: newsItemSchema,
    status: 201,
    creates: '/news/{id}',
  },
  async ({ client, body }) => {
    const created = dataOf(await client.from('news_items').insert(newsRow(body)).select('id').single());
    return fetchNewsItem(client, created.id);
  },
);

const CHANGED = 'It was last changed at another time than `expectedUpdatedAt`';

/** The reason why a write of an admin matched no row. */
async function refusal(client: Client, id: number): Promise<ApiError> {
  const item = dataOf(await client.from('news_items').select('id').eq('id', id).maybeSingle());
  return item ? changedMeanwhile() : notFound('News item');
}

newsRoutes.operation(
  {
    method: 'put',
    path: '/news/{id}',
    summary: 'Change a news item',
    access: 'admin',
    ids: { id: 'News item' },
    body: newsChangeSchema,
    answer: newsItemSchema,
    refusals: { 409: CHANGED },
  },
  async ({ client, ids, body }) => {
    const { expectedUpdatedAt: readAt } = body;
    const change = client.from('news_items').update(newsRow(body)).eq('id', ids.id);
    const changed = dataOf(await (readAt ? change.eq('updated_at', readAt) : change).select('id'));
    if (changed.length === 0) throw await refusal(client, ids.id);
    return fetchNewsItem(client, ids.id);
  },
);

newsRoutes.operation(
  {
    method: 'delete',
    path: '/news/{id}',
    summary: 'Delete a news item permanently',
    access: 'admin',
    ids: { id: 'News item' },
    query: z.object({ expectedUpdatedAt: timeSchema.optional() }),
    answer: doneSchema,
    refusals: { 409: CHANGED },
  },
  async ({ client, ids, query: { expectedUpdatedAt: readAt } }) => {
    const deletion = client.from('news_items').delete().eq('id', ids.id);
    const deleted = dataOf(await (readAt ? deletion.eq('updated_at', readAt) : deletion).select('id'));
    if (deleted.length === 0) throw await refusal(client, ids.id);
    return { message: 'News item deleted' };
  },
);
