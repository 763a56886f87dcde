import { dataOf } from '@/shared/backend/data-of.ts';
import { inParts, type BulkInput } from '@/shared/backend/in-parts.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import type { Feedback } from './shown-feedback.ts';

/** Action on selected feedback: a status for all, or its deletion. */
export type FeedbackChange = Feedback['status'] | 'delete';

async function changeMany(change: FeedbackChange, { reason, clientId, ...selection }: BulkInput): Promise<number> {
  const batch = await inParts(selection, async (part) => {
    const input = { feedback_ids: part, note: reason || undefined, client_id: clientId };
    const changed =
      change === 'delete'
        ? supabase.rpc('bulk_delete_feedback', input)
        : supabase.rpc('bulk_set_feedback_status', { ...input, status: change });
    return dataOf(await changed.select('other_count').maybeSingle());
  });
  return batch?.other_count ?? 0;
}

/** Sets the status of selected feedback, or deletes it, with a note for other admins. Resolves to how much it changed. */
export const useChangeMany = (change: FeedbackChange) =>
  useWrite((input: BulkInput) => changeMany(change, input), [keys.feedback.all, keys.auditLog.all], retryUnlessRefused);
