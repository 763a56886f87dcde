import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { toAppError } from '@/shared/lib/app-error.ts';
import { supabase } from '@/shared/lib/supabase.ts';
import { keys } from '@/shared/query-keys.ts';
import { containsPattern, dayBounds, type QuoteFilters } from '../lib/quote-filters.ts';
import { selectQuotes, toQuote } from '../quote.ts';

const SORT_COLUMNS = { sent: 'id', price: 'price_value', messages: 'last_message_at' } as const;

const OWNERS_MAX = 1_000;

/** The owners with such a name among those whom the user sent quotes. A condition on the name cannot be an alternative to one on the title. */
async function findOwners(userId: number, pattern: string, signal?: AbortSignal): Promise<number[]> {
  let request = supabase
    .from('quotes')
    .select('owner:profiles!quotes_post_owner_id_fkey!inner(id)')
    .eq('supplier_id', userId)
    .ilike('owner.username', pattern)
    .limit(OWNERS_MAX);
  if (signal) request = request.abortSignal(signal);
  const { data, error, status, statusText } = await request;
  if (error) throw toAppError(error, status, statusText);
  return [...new Set(data.map(({ owner }) => owner.id))];
}

/**
 * The quotes that a user sent, narrowed and sorted by the database (B5). In: the user and the filters;
 * out: one page and the number of all that match. Throws an AppError.
 */
export async function listSentQuotes(
  userId: number,
  filters: QuoteFilters,
  signal?: AbortSignal,
) {
  const first = (filters.page - 1) * filters.pageSize;
  const { since, before } = dayBounds(filters);
  let request = selectQuotes().eq('supplier_id', userId);
  if (filters.match) request = request.eq('product_match', filters.match);
  if (filters.accountType) request = request.eq('account_type', filters.accountType);
  if (since) request = request.gte('created_at', since);
  if (before) request = request.lt('created_at', before);
  if (filters.search) {
    const pattern = containsPattern(filters.search);
    const owners = await findOwners(userId, pattern, signal);
    request = request.or(`post_title.ilike.${pattern},post_owner_id.in.(${owners.join(',')})`);
  }
  request = request
    .order(SORT_COLUMNS[filters.sort], { ascending: filters.order === 'asc', nullsFirst: false })
    .order('id', { ascending: false })
    .range(first, first + filters.pageSize - 1);
  if (signal) request = request.abortSignal(signal);
  const { data, count, error, status, statusText } = await request;
  if (error) throw toAppError(error, status, statusText);
  return { quotes: data.map(toQuote), total: count ?? data.length };
}

/** A page of the quotes that the signed-in user sent; the last page stays visible while the next one loads. */
export const sentQuotesQueryOptions = (userId: number, filters: QuoteFilters) =>
  queryOptions({
    queryKey: keys.quotes.mineList(filters),
    queryFn: ({ signal }) => listSentQuotes(userId, filters, signal),
    placeholderData: keepPreviousData,
  });
