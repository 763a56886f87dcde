import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { refreshReviews } from '../refresh-reviews.ts';

/** `updatedAt` is that of the words that are shown: a conflict if its author has changed them since. */
type Reply = { id: number; reply: string; updatedAt: string };

async function replyToReview({ id, reply, updatedAt }: Reply) {
  dataOf(await supabase.rpc('reply_to_review', { review_id: id, reply, expected_updated_at: updatedAt }));
}

/** Replies, once, to a review of oneself. */
export function useReplyToReview() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: replyToReview,
    retry: retryUnlessRefused,
    onSuccess: () => refreshReviews(queryClient),
    onError: (error) =>
      error instanceof AppError && error.kind === 'conflict' ? refreshReviews(queryClient) : undefined,
  });
}
