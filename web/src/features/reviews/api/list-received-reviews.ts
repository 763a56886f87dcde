import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { REVIEWS_PER_PAGE } from '@domain/limits.ts';
import { toAppError } from '@/shared/lib/app-error.ts';
import { keys } from '@/shared/query-keys.ts';
import { selectReviews, toReview } from '../review.ts';

async function listReceivedReviews(userId: number, rating: number | null, page: number, signal: AbortSignal) {
  const first = (page - 1) * REVIEWS_PER_PAGE;
  let request = selectReviews().eq('reviewed_user_id', userId).is('hidden_at', null);
  if (rating !== null) request = request.eq('rating', rating);
  const { data, count, error, status, statusText } = await request
    .range(first, first + REVIEWS_PER_PAGE - 1)
    .abortSignal(signal);
  if (error) throw toAppError(error, status, statusText);
  return { reviews: data.map(toReview), total: count ?? data.length };
}

/** A page of the reviews of a user, all or those of one rating (B6); for signed-in users. */
export const receivedReviewsQueryOptions = (userId: number, rating: number | null, page: number) =>
  queryOptions({
    queryKey: keys.reviews.received(userId, rating, page),
    queryFn: ({ signal }) => listReceivedReviews(userId, rating, page, signal),
    placeholderData: keepPreviousData,
  });
