import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { refreshReviews } from '../refresh-reviews.ts';

async function replyToReview({ id, reply }: { id: number; reply: string }) {
  dataOf(await supabase.rpc('reply_to_review', { review_id: id, reply }));
}

/** Replies, once, to a review of oneself. */
export function useReplyToReview() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: replyToReview,
    retry: retryUnlessRefused,
    onSuccess: () => refreshReviews(queryClient),
  });
}
