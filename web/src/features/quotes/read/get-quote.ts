import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { selectQuotes, toShownQuote } from '../facts/shown-quote.ts';

async function getQuote(id: number, signal: AbortSignal) {
  const data = dataOf(await selectQuotes().eq('id', id).abortSignal(signal).maybeSingle());
  if (!data) throw new AppError(msg('This quote is not available'), { kind: 'not-found', status: 404 });
  return toShownQuote(data);
}

/** One quote of the user, as supplier or owner; any other id is an AppError of kind "not-found". */
export const quoteQueryOptions = (id: number) =>
  queryOptions({
    queryKey: keys.quotes.detail(id),
    queryFn: ({ signal }) => getQuote(id, signal),
    // Opening it must show decisions that the other party made in the meantime.
    staleTime: 0,
  });
