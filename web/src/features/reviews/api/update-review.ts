import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toAppError } from '@/shared/errors/app-error.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { refreshReviews } from './refresh-reviews.ts';

type ReviewChange = { id: number; rating: number; comment: string };

async function updateReview({ id, rating, comment }: ReviewChange) {
  const { error, status, statusText } = await supabase.rpc('update_review', { review_id: id, rating, comment });
  if (error) throw toAppError(error, status, statusText);
}

/** Edits an own review within 30 days (B6). */
export function useUpdateReview() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: updateReview,
    retry: retryUnlessRefused,
    onSuccess: () => refreshReviews(queryClient),
  });
}
