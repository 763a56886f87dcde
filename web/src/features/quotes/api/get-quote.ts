import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { selectQuotes, toShownQuote } from '../quote.ts';

async function getQuote(id: number, signal: AbortSignal) {
  const data = dataOf(await selectQuotes().eq('id', id).abortSignal(signal).maybeSingle());
  if (!data) throw new AppError(msg('This quote is not available'), { kind: 'not-found', status: 404 });
  return toShownQuote(data);
}

/** One quote of which the user is a party; an unknown or foreign one is an AppError of kind "not-found". */
export const quoteQueryOptions = (id: number) =>
  queryOptions({
    queryKey: keys.quotes.detail(id),
    queryFn: ({ signal }) => getQuote(id, signal),
    // What the other party decided while it was closed has to be there when it is opened.
    staleTime: 0,
  });
