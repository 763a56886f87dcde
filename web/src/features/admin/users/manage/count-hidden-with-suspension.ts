import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';

/** How much of a user bulk actions of the last 30 days have hidden. */
export const hiddenWithSuspensionQueryOptions = (id: number) =>
  queryOptions({
    queryKey: keys.adminUsers.hidden(id),
    queryFn: async ({ signal }) =>
      dataOf(await supabase.rpc('count_hidden_with_suspension', { user_id: id }).abortSignal(signal)),
    staleTime: 0,
  });
