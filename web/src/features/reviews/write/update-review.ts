import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { refreshReviews } from '../refresh-reviews.ts';

type ReviewChange = { id: number; rating: number; comment: string };

async function updateReview({ id, rating, comment }: ReviewChange) {
  dataOf(await supabase.rpc('update_review', { review_id: id, rating, comment }));
}

/** Edits an own review within 30 days. */
export function useUpdateReview() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: updateReview,
    retry: retryUnlessRefused,
    onSuccess: () => refreshReviews(queryClient),
  });
}
