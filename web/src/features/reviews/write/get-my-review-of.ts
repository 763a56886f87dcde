import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { selectReviews, toShownReview } from '../shown-review.ts';

async function getMyReviewOf(userId: number, myId: number, signal: AbortSignal) {
  const data = dataOf(
    await selectReviews().eq('reviewer_id', myId).eq('reviewed_user_id', userId).abortSignal(signal).maybeSingle(),
  );
  return data && toShownReview(data);
}

/** The signed-in user's review of another user, or null; there is one per pair. */
export const myReviewOfQueryOptions = (userId: number, myId: number) =>
  queryOptions({
    queryKey: keys.reviews.mineOf(userId),
    queryFn: ({ signal }) => getMyReviewOf(userId, myId, signal),
  });
