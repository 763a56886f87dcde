import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

async function assignFeedback({ id, toMe }: { id: number; toMe: boolean }): Promise<void> {
  dataOf(await supabase.rpc('assign_feedback', { feedback_id: id, to_me: toMe }));
}

/** Assigns feedback to an admin, or to nobody. */
export const useAssignFeedback = () => useWrite(assignFeedback, [keys.feedback.all]);
