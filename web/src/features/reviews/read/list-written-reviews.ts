import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readPage } from '@/shared/backend/read-page.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { REVIEWS_PER_PAGE, selectReviews, toShownReview } from '../shown-review.ts';

async function listWrittenReviews(userId: number, page: number, signal: AbortSignal) {
  const { rows, ...read } = await readPage(page, REVIEWS_PER_PAGE, (first, last) =>
    selectReviews().eq('reviewer_id', userId).range(first, last).abortSignal(signal),
  );
  return { ...read, reviews: rows.map(toShownReview) };
}

/** A page of the signed-in user's own reviews, also hidden ones. */
export const writtenReviewsQueryOptions = (userId: number, page: number) =>
  queryOptions({
    queryKey: keys.reviews.written(userId, page),
    queryFn: ({ signal }) => listWrittenReviews(userId, page, signal),
    placeholderData: keepPreviousData,
  });
