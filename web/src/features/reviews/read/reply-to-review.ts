import { dataOf } from '@/shared/backend/data-of.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import { reviewKeys } from '../refresh-reviews.ts';

/** `updatedAt` is that of the words that are shown: a conflict if its author has changed them since. */
type Reply = { id: number; reply: string; updatedAt: string };

async function replyToReview({ id, reply, updatedAt }: Reply) {
  dataOf(await supabase.rpc('reply_to_review', { review_id: id, reply, expected_updated_at: updatedAt }));
}

/** Replies, once, to a review of oneself. */
export const useReplyToReview = () => useWrite(replyToReview, reviewKeys, retryUnlessRefused);
