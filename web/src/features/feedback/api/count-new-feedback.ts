import { queryOptions } from '@tanstack/react-query';
import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function countNewFeedback(signal: AbortSignal): Promise<number> {
  const { count, error, status, statusText } = await supabase
    .from('feedback')
    .select('id', { count: 'exact', head: true })
    .eq('status', 'new')
    .abortSignal(signal);
  if (error) throw toAppError(error, status, statusText);
  return count ?? 0;
}

/** How much feedback nobody has looked at (B19). Admins only. */
export const newFeedbackCountQueryOptions = queryOptions({
  queryKey: keys.feedback.newCount,
  queryFn: ({ signal }) => countNewFeedback(signal),
});
