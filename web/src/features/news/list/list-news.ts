import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { NEWS_PER_PAGE, listArguments, type NewsFilters } from './news-filters.ts';
import { NEWS_CARD_COLUMNS, toShownSummary } from '../news-item.ts';

async function listNews(filters: NewsFilters, signal: AbortSignal) {
  const narrowed = listArguments(filters);
  const [items, total] = await Promise.all([
    supabase
      .rpc('list_news', { ...narrowed, page: filters.page, page_size: NEWS_PER_PAGE })
      .select(NEWS_CARD_COLUMNS)
      // The place in the list, in this function's answer.
      .order('search')
      .abortSignal(signal),
    supabase.rpc('count_news', narrowed).abortSignal(signal),
  ]);
  return { items: dataOf(items).map(toShownSummary), total: dataOf(total) };
}

/** One page of news and the number of matches. */
export const newsQueryOptions = (filters: NewsFilters) =>
  queryOptions({
    queryKey: keys.news.list(filters),
    queryFn: ({ signal }) => listNews(filters, signal),
  });
