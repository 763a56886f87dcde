import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { selectUsers, toShownUser } from '../shown-user.ts';

async function getUser(id: number, signal: AbortSignal) {
  const data = dataOf(await selectUsers().eq('profile_id', id).abortSignal(signal).single());
  return toShownUser(data);
}

/** One user with the fields for admins. */
export const userQueryOptions = (id: number) =>
  queryOptions({ queryKey: keys.adminUsers.detail(id), queryFn: ({ signal }) => getUser(id, signal), staleTime: 0 });
