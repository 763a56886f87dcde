import { queryOptions } from '@tanstack/react-query';
import { toQuoteStatus } from '@domain/quote-status.ts';
import { isReviewDue } from '@/features/quotes/deal/review-due.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';

/** The latest deals are enough: one is shown at a time. */
const DEALS_MAX = 50;

async function listReviewsDue(userId: number, signal: AbortSignal) {
  const deals = dataOf(
    await supabase
      .from('quotes')
      .select(
        'id, status, changed_at, delivery_time, supplier:profiles!quotes_supplier_id_fkey(id, username), owner:profiles!quotes_post_owner_id_fkey(id, username)',
      )
      .or(`supplier_id.eq.${userId},post_owner_id.eq.${userId}`)
      .eq('status', 'accepted')
      .order('changed_at', { ascending: false })
      .limit(DEALS_MAX)
      .abortSignal(signal),
  );
  const due = deals.flatMap(({ id, status, changed_at, delivery_time, supplier, owner }) => {
    const other = supplier.id === userId ? owner : supplier;
    const deal = { status: toQuoteStatus(status), changedAt: changed_at, deliveryTime: delivery_time };
    return other && isReviewDue(deal) ? [{ quoteId: id, other }] : [];
  });
  if (due.length === 0) return [];
  const written = dataOf(
    await supabase
      .from('reviews')
      .select('reviewed_user_id')
      .eq('reviewer_id', userId)
      .in(
        'reviewed_user_id',
        due.map(({ other }) => other.id),
      )
      .abortSignal(signal),
  );
  return due.filter(({ other }) => !written.some(({ reviewed_user_id }) => reviewed_user_id === other.id));
}

/** Deals of the user whose delivery time has passed, latest first, with other parties that they have not reviewed. */
export const reviewsDueQueryOptions = (userId: number) =>
  queryOptions({
    queryKey: [...keys.quotes.all, 'reviews-due'],
    queryFn: ({ signal }) => listReviewsDue(userId, signal),
  });
