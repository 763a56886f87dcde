import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useDeletion } from '@/shared/backend/use-deletion.ts';
import { reviewKeys } from '../refresh-reviews.ts';

async function deleteReview(id: number) {
  dataOf(await supabase.rpc('delete_review', { review_id: id }));
}

/** Deletes an own review within 30 days. */
export const useDeleteReview = () => useDeletion(deleteReview, reviewKeys);
