import { queryOptions } from '@tanstack/react-query';
import { countOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function countQuotes(party: 'supplier_id' | 'post_owner_id', userId: number, signal: AbortSignal) {
  return countOf(
    await supabase.from('quotes').select('id', { count: 'exact', head: true }).eq(party, userId).abortSignal(signal),
  );
}

/** Number of quotes that the signed-in user sent. */
export const sentQuotesCountQueryOptions = (userId: number) =>
  queryOptions({
    queryKey: keys.quotes.mineCount,
    queryFn: ({ signal }) => countQuotes('supplier_id', userId, signal),
  });

/** Number of quotes that the signed-in user's posts received. */
export const receivedQuotesCountQueryOptions = (userId: number) =>
  queryOptions({
    queryKey: keys.quotes.receivedCount,
    queryFn: ({ signal }) => countQuotes('post_owner_id', userId, signal),
  });
