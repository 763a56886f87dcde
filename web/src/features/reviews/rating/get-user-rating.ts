import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

const CACHE_MS = 30 * 60_000;

async function getUserRating(userId: number, signal: AbortSignal) {
  const data = dataOf(
    await supabase
      .from('profiles')
      .select('rating_average, rating_count')
      .eq('id', userId)
      .abortSignal(signal)
      .maybeSingle(),
  );
  return { averageRating: data?.rating_average ?? 0, totalReviews: data?.rating_count ?? 0 };
}

/** The rating of a user: 0 and 0 without reviews. Fresh for 30 minutes; signed-in users only. */
export const userRatingQueryOptions = (userId: number) =>
  queryOptions({
    queryKey: keys.ratings.user(userId),
    queryFn: ({ signal }) => getUserRating(userId, signal),
    staleTime: CACHE_MS,
    gcTime: CACHE_MS,
  });
