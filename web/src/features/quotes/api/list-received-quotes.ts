import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { toAppError } from '@/shared/lib/app-error.ts';
import { keys } from '@/shared/query-keys.ts';
import { QUOTES_PER_PAGE } from '../lib/quote-filters.ts';
import { selectQuotes, toQuote } from '../quote.ts';

async function listReceivedQuotes(userId: number, page: number, signal: AbortSignal) {
  const first = (page - 1) * QUOTES_PER_PAGE;
  const { data, count, error, status, statusText } = await selectQuotes()
    .eq('post_owner_id', userId)
    .order('id', { ascending: false })
    .range(first, first + QUOTES_PER_PAGE - 1)
    .abortSignal(signal);
  if (error) throw toAppError(error, status, statusText);
  return { quotes: data.map(toQuote), total: count ?? data.length };
}

/** A page of the quotes on all posts of the signed-in user, newest first (B3); pages are counted from 1. */
export const receivedQuotesQueryOptions = (userId: number, page: number) =>
  queryOptions({
    queryKey: keys.quotes.receivedList({ page }),
    queryFn: ({ signal }) => listReceivedQuotes(userId, page, signal),
    placeholderData: keepPreviousData,
  });
