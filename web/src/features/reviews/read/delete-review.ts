import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { refreshReviews } from '../refresh-reviews.ts';

async function deleteReview(id: number) {
  dataOf(await supabase.rpc('delete_review', { review_id: id }));
}

/** Deletes an own review within 30 days. */
export function useDeleteReview() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteReview,
    retry: retryUnlessRefused,
    onSuccess: () => refreshReviews(queryClient),
  });
}
