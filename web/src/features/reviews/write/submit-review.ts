import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { refresh } from '@/shared/backend/refresh.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { reportReview } from './report-review.ts';
import { reviewKeys } from '../refresh-reviews.ts';

/** `readAt` is when the earlier review, if there is one, was last changed: a conflict if another device has written since. */
type NewReview = { userId: number; rating: number; comment: string; readAt: string | undefined };

async function submitReview({ userId, rating, comment, readAt }: NewReview) {
  dataOf(
    await supabase.rpc('submit_review', {
      reviewed_user_id: userId,
      rating,
      comment,
      expected_updated_at: readAt ?? '-infinity',
    }),
  );
}

/** Sends a review of a user. There is one per pair: another one replaces it, and a repeat changes nothing. */
export function useSubmitReview() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: submitReview,
    retry: retryUnlessRefused,
    onSuccess: (_, { rating }) => reportReview(rating),
    onSettled: () => refresh(queryClient, reviewKeys),
  });
}
