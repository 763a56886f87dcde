import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { toRatingBars } from './rating-bars.ts';

async function countReviews(userId: number, signal: AbortSignal) {
  const data = dataOf(await supabase.rpc('count_reviews', { user_id: userId }).abortSignal(signal));
  return toRatingBars(data);
}

/** Average, total and the five rating bars of a user; for signed-in users. */
export const ratingBarsQueryOptions = (userId: number) =>
  queryOptions({
    queryKey: keys.reviews.bars(userId),
    queryFn: ({ signal }) => countReviews(userId, signal),
  });
