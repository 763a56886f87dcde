import DataLoader from 'dataloader';
import { toQuoteStatus } from '@domain/quote-status.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { toOpenness } from '../facts/request-state.ts';

type Asked = { userId: number; postId: number };

async function listMyQuotes(asked: readonly Asked[]) {
  const data = dataOf(
    await supabase
      .from('quotes')
      .select(
        'id, post_id, created_at, revised_at, status, valid_until, price_text, currency, post:posts!quotes_post_id_fkey(is_hidden, closed_at, quote_deadline)',
      )
      .in('supplier_id', [...new Set(asked.map(({ userId }) => userId))])
      .in(
        'post_id',
        asked.map(({ postId }) => postId),
      )
      .order('id', { ascending: false }),
  );
  return asked.map(({ postId }) => {
    const newest = data.find(({ post_id }) => post_id === postId);
    return newest
      ? {
          id: newest.id,
          createdAt: newest.created_at,
          revisedAt: newest.revised_at,
          status: toQuoteStatus(newest.status),
          validUntil: newest.valid_until,
          price: newest.price_text,
          currency: newest.currency,
          postId: newest.post_id,
          post: newest.post && toOpenness(newest.post),
        }
      : null;
  });
}

/** Batches the requests of all cards on a page into one. Caching is left to React Query. */
export const myQuotes = new DataLoader(listMyQuotes, { cache: false, maxBatchSize: 100 });
