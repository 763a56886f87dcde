import { dataOf, type Client } from '../_shared/clients.ts';
import type { NewsItem } from '../_shared/domain/news.ts';
import { notFound } from '../_shared/http/api-error.ts';
import { NEWS_COLUMNS, toNewsItem } from '../_shared/rows/news-row.ts';

/** One news item that is visible to the caller; 404 otherwise. */
export async function fetchNewsItem(client: Client, id: number): Promise<NewsItem> {
  const row = dataOf(await client.from('news_items').select(NEWS_COLUMNS).eq('id', id).maybeSingle());
  if (!row) throw notFound('News item');
  return toNewsItem(row);
}
