import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

async function setFeedbackStatus({ id, status: next }: { id: number; status: string }): Promise<void> {
  dataOf(await supabase.rpc('set_feedback_status', { feedback_id: id, status: next }));
}

/** Changes the status of feedback. */
export const useSetFeedbackStatus = () => useWrite(setFeedbackStatus, [keys.feedback.all]);
