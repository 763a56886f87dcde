import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useDeletion } from '@/shared/backend/use-deletion.ts';

async function deleteFeedback(id: number): Promise<void> {
  dataOf(await supabase.rpc('delete_feedback', { feedback_id: id }));
}

/** Deletes feedback permanently; housekeeping deletes its images. */
export const useDeleteFeedback = () => useDeletion(deleteFeedback, [keys.feedback.all]);
