import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { selectNews, toShownNews } from './news-item.ts';

async function getNewsItem(id: number, signal: AbortSignal) {
  const data = dataOf(await selectNews().eq('id', id).abortSignal(signal).maybeSingle());
  return data && toShownNews(data);
}

/** One news item, or null if it is missing or unpublished (admins see all). */
export const newsItemQueryOptions = (id: number) =>
  queryOptions({
    queryKey: keys.news.item(id),
    queryFn: ({ signal }) => getNewsItem(id, signal),
  });
