import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import type { Feedback } from './shown-feedback.ts';

type Assignment = { feedback: Pick<Feedback, 'id' | 'assignee'>; toMe: boolean };

async function assignFeedback({ feedback: { id, assignee }, toMe }: Assignment): Promise<void> {
  dataOf(await supabase.rpc('assign_feedback', { feedback_id: id, to_me: toMe, expected: assignee?.id ?? 0 }));
}

/** Assigns feedback to an admin, or to nobody, unless its assignee is no longer the one that is shown. */
export const useAssignFeedback = () => useWrite(assignFeedback, [keys.feedback.all]);
