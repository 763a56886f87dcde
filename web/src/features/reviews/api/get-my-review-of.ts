import { queryOptions } from '@tanstack/react-query';
import { toAppError } from '@/shared/errors/app-error.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { selectReviews, toReview } from '../review.ts';

async function getMyReviewOf(userId: number, myId: number, signal: AbortSignal) {
  const { data, error, status, statusText } = await selectReviews()
    .eq('reviewer_id', myId)
    .eq('reviewed_user_id', userId)
    .abortSignal(signal)
    .maybeSingle();
  if (error) throw toAppError(error, status, statusText);
  return data && toReview(data);
}

/** The review that the signed-in user wrote of another one, or null: there is one per pair (B6). */
export const myReviewOfQueryOptions = (userId: number, myId: number) =>
  queryOptions({
    queryKey: keys.reviews.mineOf(userId),
    queryFn: ({ signal }) => getMyReviewOf(userId, myId, signal),
  });
