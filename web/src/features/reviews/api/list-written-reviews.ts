import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { REVIEWS_PER_PAGE } from '@domain/limits.ts';
import { toAppError } from '@/shared/lib/app-error.ts';
import { keys } from '@/shared/query-keys.ts';
import { selectReviews, toReview } from '../review.ts';

async function listWrittenReviews(userId: number, page: number, signal: AbortSignal) {
  const first = (page - 1) * REVIEWS_PER_PAGE;
  const { data, count, error, status, statusText } = await selectReviews()
    .eq('reviewer_id', userId)
    .range(first, first + REVIEWS_PER_PAGE - 1)
    .abortSignal(signal);
  if (error) throw toAppError(error, status, statusText);
  return { reviews: data.map(toReview), total: count ?? data.length };
}

/** A page of the reviews that the signed-in user wrote, hidden ones too (B6). */
export const writtenReviewsQueryOptions = (userId: number, page: number) =>
  queryOptions({
    queryKey: keys.reviews.written(userId, page),
    queryFn: ({ signal }) => listWrittenReviews(userId, page, signal),
    placeholderData: keepPreviousData,
  });
