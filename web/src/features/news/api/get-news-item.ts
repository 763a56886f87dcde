import { queryOptions } from '@tanstack/react-query';
import { toAppError } from '@/shared/errors/app-error.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { selectNews, toNewsItem } from '../news-item.ts';

async function getNewsItem(id: number, signal: AbortSignal) {
  const { data, error, status, statusText } = await selectNews().eq('id', id).abortSignal(signal).maybeSingle();
  if (error) throw toAppError(error, status, statusText);
  return data && toNewsItem(data);
}

/** One news item, or null when it is not there or not published (admins see every one). */
export const newsItemQueryOptions = (id: number) =>
  queryOptions({
    queryKey: keys.news.item(id),
    queryFn: ({ signal }) => getNewsItem(id, signal),
  });
