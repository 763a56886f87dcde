import { queryOptions, useQuery } from '@tanstack/react-query';
import { readPrice } from '@domain/amounts.ts';
import type { WantedQuantity } from '@domain/quote-comparison.ts';
import { convertUnit, readUnit } from '@domain/units.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { QUOTES_OF_POST_MAX } from './shown-quote.ts';
import type { Quote } from './shown-quote.ts';

export type Priced = Pick<Quote, 'price' | 'currency'>;

/** The prices with which a quote is compared; a supplier never knows those of others. */
export type Others = readonly Priced[] | 'awaited' | 'unknown';

/** The quantity that the request names now, which the comparison is for. */
export const wantedNow = ({ post }: Pick<Quote, 'post'>): WantedQuantity =>
  !post || post.quantity === null ? null : { quantity: post.quantity, unit: post.unit };

/** Whether the request does not name by itself what a price is shown in: its currency, and a unit that fits the price. */
export function needsOthers({ price, currency, post }: Priced & Pick<Quote, 'post'>): boolean {
  const read = readPrice(price, currency);
  // Such a price is not compared at all.
  if ('unread' in read || !read.per) return false;
  const unit = wantedNow({ post })?.unit;
  const wanted = unit ? readUnit(unit) : null;
  return !post?.targetCurrency || !wanted || 'unread' in wanted || convertUnit(1, wanted.unit, read.per.unit) === null;
}

/** The most rows that one request answers. */
const ROWS_MAX = 1_000;

/** The prices on own posts, each with as many quotes as its comparison has. */
async function listPrices(postIds: readonly number[], signal: AbortSignal) {
  const prices = new Map<number, Priced[]>();
  for (let first = 0; ; first += ROWS_MAX) {
    const rows = dataOf(
      await supabase
        .from('quotes')
        .select('post_id, price_text, currency')
        .in('post_id', postIds)
        .order('id', { ascending: false })
        .range(first, first + ROWS_MAX - 1)
        .abortSignal(signal),
    );
    for (const { post_id: postId, price_text: price, currency } of rows) {
      if (postId === null) continue;
      const ofPost = prices.get(postId) ?? [];
      if (ofPost.length < QUOTES_OF_POST_MAX) prices.set(postId, [...ofPost, { price, currency }]);
    }
    if (rows.length < ROWS_MAX) return prices;
  }
}

const pricesQueryOptions = (postIds: readonly number[]) =>
  queryOptions({
    queryKey: keys.quotes.receivedPrices(postIds),
    queryFn: ({ signal }) => listPrices(postIds, signal),
  });

/** The other prices on the requests of quotes, as far as the user may know them; read at once, and only where needed. */
export function useOthers(quotes: readonly Quote[]): (quote: Quote) => Others {
  const current = useCurrentUser();
  const userId = current.status === 'user' ? current.user.id : null;
  const ids = [
    ...new Set(
      quotes.flatMap((quote) =>
        quote.postId !== null && quote.owner?.id === userId && needsOthers(quote) ? [quote.postId] : [],
      ),
    ),
  ].sort((a, b) => a - b);
  const { data, isPending } = useQuery({ ...pricesQueryOptions(ids), enabled: ids.length > 0 });
  return (quote) => {
    if (!needsOthers(quote)) return [quote];
    const { postId } = quote;
    if (postId === null || !ids.includes(postId)) return 'unknown';
    return data?.get(postId) ?? (isPending ? 'awaited' : 'unknown');
  };
}
