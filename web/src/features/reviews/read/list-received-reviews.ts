import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readPage } from '@/shared/backend/read-page.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { REVIEWS_PER_PAGE, selectReviews, toShownReview } from '../shown-review.ts';

async function listReceivedReviews(userId: number, rating: number | null, page: number, signal: AbortSignal) {
  const { rows, ...read } = await readPage(page, REVIEWS_PER_PAGE, (first, last) => {
    let request = selectReviews().eq('reviewed_user_id', userId).is('hidden_at', null);
    if (rating !== null) request = request.eq('rating', rating);
    return request.range(first, last).abortSignal(signal);
  });
  return { ...read, reviews: rows.map(toShownReview) };
}

/** A page of a user's received reviews, all or of one rating; for signed-in users. */
export const receivedReviewsQueryOptions = (userId: number, rating: number | null, page: number) =>
  queryOptions({
    queryKey: keys.reviews.received(userId, rating, page),
    queryFn: ({ signal }) => listReceivedReviews(userId, rating, page, signal),
    placeholderData: keepPreviousData,
  });
