import { queryOptions } from '@tanstack/react-query';
import { successOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { QUOTES_OF_POST_MAX, selectQuotes, toShownQuote } from '../facts/shown-quote.ts';

async function listQuotesOfPost(postId: number, signal: AbortSignal) {
  const { data, count } = successOf(
    await selectQuotes()
      .eq('post_id', postId)
      .order('id', { ascending: false })
      .range(0, QUOTES_OF_POST_MAX - 1)
      .abortSignal(signal),
  );
  return { quotes: data.map(toShownQuote), total: count ?? data.length };
}

/** The quotes on a post, newest first: all for its owner, their own for a supplier. */
export const quotesOfPostQueryOptions = (postId: number) =>
  queryOptions({
    queryKey: keys.posts.quotes(postId),
    queryFn: ({ signal }) => listQuotesOfPost(postId, signal),
  });
