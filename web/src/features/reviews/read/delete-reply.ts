import { dataOf } from '@/shared/backend/data-of.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import { reviewKeys } from '../refresh-reviews.ts';

async function deleteReply(id: number) {
  dataOf(await supabase.rpc('delete_review_reply', { review_id: id }));
}

/** Deletes the own reply to a review. */
export const useDeleteReply = () => useWrite(deleteReply, reviewKeys, retryUnlessRefused);
