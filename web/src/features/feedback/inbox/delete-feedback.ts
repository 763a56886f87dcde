import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useDeletion } from '@/shared/backend/use-deletion.ts';
import type { Feedback } from './shown-feedback.ts';

async function deleteFeedback({ id, updatedAt }: Pick<Feedback, 'id' | 'updatedAt'>): Promise<void> {
  dataOf(await supabase.rpc('delete_feedback', { feedback_id: id, expected_updated_at: updatedAt }));
}

/** Deletes feedback permanently, unless a colleague has changed or answered it since; housekeeping deletes its images. */
export const useDeleteFeedback = () => useDeletion(deleteFeedback, [keys.feedback.all]);
