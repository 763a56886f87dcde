import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { fitAddress } from '@/shared/backend/fit-address.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { filterArguments, listArguments, type NewsFilters } from './news-filters.ts';
import { toShownSummary } from '../news-item.ts';
import { NEWS_CARD_COLUMNS } from '../news-columns.ts';

async function listNews(filters: NewsFilters, signal: AbortSignal) {
  const asked = listArguments(filters);
  const counted = filterArguments(filters);
  const [items, total] = await Promise.all([
    supabase
      .rpc('list_news', asked, { get: fitAddress(asked) })
      .select(NEWS_CARD_COLUMNS)
      // The place in the list, in this function's answer.
      .order('search')
      .abortSignal(signal),
    supabase.rpc('count_news', counted, { get: fitAddress(counted) }).abortSignal(signal),
  ]);
  return { items: dataOf(items).map(toShownSummary), total: dataOf(total) };
}

/** One page of news and the number of matches. */
export const newsQueryOptions = (filters: NewsFilters) =>
  queryOptions({
    queryKey: keys.news.list(filters),
    queryFn: ({ signal }) => listNews(filters, signal),
  });
