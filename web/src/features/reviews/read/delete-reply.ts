import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { refreshReviews } from '../refresh-reviews.ts';

async function deleteReply(id: number) {
  dataOf(await supabase.rpc('delete_review_reply', { review_id: id }));
}

/** Deletes the own reply to a review. */
export function useDeleteReply() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteReply,
    retry: retryUnlessRefused,
    onSuccess: () => refreshReviews(queryClient),
  });
}
