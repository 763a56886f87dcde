import { dataOf } from '@/shared/backend/data-of.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import { reviewKeys } from '../refresh-reviews.ts';

/** `readAt` is when the review that the form began with was last changed: a conflict if another device has changed it since. */
type ReviewChange = { id: number; rating: number; comment: string; readAt: string | undefined };

async function updateReview({ id, rating, comment, readAt }: ReviewChange) {
  dataOf(await supabase.rpc('update_review', { review_id: id, rating, comment, expected_updated_at: readAt }));
}

/** Edits an own review within 30 days. */
export const useUpdateReview = () => useWrite(updateReview, reviewKeys, retryUnlessRefused);
