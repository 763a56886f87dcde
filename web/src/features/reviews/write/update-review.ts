import { dataOf } from '@/shared/backend/data-of.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import { reviewKeys } from '../refresh-reviews.ts';

type ReviewChange = { id: number; rating: number; comment: string };

async function updateReview({ id, rating, comment }: ReviewChange) {
  dataOf(await supabase.rpc('update_review', { review_id: id, rating, comment }));
}

/** Edits an own review within 30 days. */
export const useUpdateReview = () => useWrite(updateReview, reviewKeys, retryUnlessRefused);
