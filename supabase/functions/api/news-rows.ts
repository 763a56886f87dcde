import type { QueryData } from '@supabase/supabase-js';
import type { NewsItem } from '../_shared/domain/news.ts';
import { newsItemSchema } from '../_shared/domain/news.ts';
import { dataOf, type Client } from '../_shared/clients.ts';
import { notFound } from '../_shared/http/api-error.ts';

export const NEWS_COLUMNS =
  'id, type, title, summary, body, images, event_start, event_end, location, external_url, is_pinned, status, published_at, created_at, updated_at, author:profiles!news_items_author_id_fkey(username)';

/** News with what their answer needs. */
const selectNews = (client: Client) => client.from('news_items').select(NEWS_COLUMNS);

type NewsRow = QueryData<ReturnType<typeof selectNews>>[number];

const { type: typeSchema, status: statusSchema } = newsItemSchema.shape;

/** A news item as `/api` answers it (B1). */
export function toNewsAnswer(row: NewsRow): NewsItem {
  return {
    id: row.id,
    type: typeSchema.parse(row.type),
    title: row.title,
    summary: row.summary,
    body: row.body,
    images: row.images,
    eventStart: row.event_start,
    eventEnd: row.event_end,
    location: row.location,
    externalUrl: row.external_url,
    isPinned: row.is_pinned,
    status: statusSchema.parse(row.status),
    publishedAt: row.published_at,
    author: row.author?.username ?? null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** One news item that the caller may see; 404 otherwise. */
export async function fetchNewsItem(client: Client, id: number): Promise<NewsItem> {
  const row = dataOf(await selectNews(client).eq('id', id).maybeSingle());
  if (!row) throw notFound('News item');
  return toNewsAnswer(row);
}
