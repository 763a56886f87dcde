import { queryOptions } from '@tanstack/react-query';
import { countOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function countNewFeedback(signal: AbortSignal): Promise<number> {
  return countOf(
    await supabase
      .from('feedback')
      .select('id', { count: 'exact', head: true })
      .eq('status', 'new')
      .abortSignal(signal),
  );
}

/** Number of new feedback entries. Admins only. */
export const newFeedbackCountQueryOptions = queryOptions({
  queryKey: keys.feedback.newCount,
  queryFn: ({ signal }) => countNewFeedback(signal),
});
