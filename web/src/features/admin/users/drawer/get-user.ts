import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { requestUser, toShownUser } from '../shown-user.ts';

async function getUser(id: number, signal: AbortSignal) {
  const data = dataOf(await requestUser(id).abortSignal(signal).single());
  return toShownUser(data);
}

/** One user with the fields for admins. */
export const userQueryOptions = (id: number) =>
  queryOptions({ queryKey: keys.adminUsers.detail(id), queryFn: ({ signal }) => getUser(id, signal), staleTime: 0 });
