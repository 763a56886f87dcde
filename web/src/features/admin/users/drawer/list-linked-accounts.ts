import { queryOptions } from '@tanstack/react-query';
import { toLinkedAccount } from '@rows/linked-account-row.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function listLinkedAccounts(id: number, signal: AbortSignal) {
  return dataOf(await supabase.rpc('linked_accounts', { user_id: id }).abortSignal(signal)).map(toLinkedAccount);
}

/** Up to 50 accounts that signed in from the same network as a user within 90 days, the closest first. */
export const linkedAccountsQueryOptions = (id: number) =>
  queryOptions({
    queryKey: keys.adminUsers.linked(id),
    queryFn: ({ signal }) => listLinkedAccounts(id, signal),
    staleTime: 0,
  });
