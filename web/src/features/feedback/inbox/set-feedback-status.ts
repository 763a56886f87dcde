import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import type { Feedback } from './shown-feedback.ts';

type StatusChange = { feedback: Pick<Feedback, 'id' | 'status'>; status: string };

async function setFeedbackStatus({ feedback, status }: StatusChange): Promise<void> {
  dataOf(await supabase.rpc('set_feedback_status', { feedback_id: feedback.id, status, expected: feedback.status }));
}

/** Changes the status of feedback, unless it is no longer the one that is shown. */
export const useSetFeedbackStatus = () => useWrite(setFeedbackStatus, [keys.feedback.all]);
