import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function listAssignees(signal: AbortSignal) {
  const data = dataOf(
    await supabase
      .from('accounts')
      .select('profile:profiles!inner(id, username)')
      .in('role', ['admin', 'main_admin'])
      .abortSignal(signal),
  );
  return data.map(({ profile }) => profile).sort((a, b) => a.username.localeCompare(b.username));
}

/** All admins: feedback can be assigned to them. Admins only. */
export const assigneesQueryOptions = queryOptions({
  queryKey: keys.feedback.assignees,
  queryFn: ({ signal }) => listAssignees(signal),
});
