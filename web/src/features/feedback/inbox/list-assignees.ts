import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function listAssignees(signal: AbortSignal) {
  return dataOf(await supabase.rpc('list_staff').select('id, username').order('username').abortSignal(signal));
}

/** All admins: feedback can be assigned to them. Admins only. */
export const assigneesQueryOptions = queryOptions({
  queryKey: keys.feedback.assignees,
  queryFn: ({ signal }) => listAssignees(signal),
});
