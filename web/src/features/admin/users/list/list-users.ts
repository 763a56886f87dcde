import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { dayBounds } from '@/shared/ui/data-table/table-state.ts';
import { toShownUser, SHOWN_USER_COLUMNS } from '../shown-user.ts';
import type { UserTableState } from './user-table.ts';

/** The database stops counting here. */
const COUNTED_MAX = 10_000;

function filterArguments({ q, filters }: UserTableState) {
  const { since, before } = dayBounds(filters);
  return {
    search: q || undefined,
    role: filters.role || undefined,
    status: filters.status || undefined,
    verified: filters.verified ? filters.verified === 'yes' : undefined,
    account_type: filters.accountType || undefined,
    country: filters.country || undefined,
    since,
    before,
  };
}

/**
 * One page of users, or those after an id in the order of ids; filters, search and sorting run in the database. Admins
 * only; throws an AppError.
 */
export async function listUsers(state: UserTableState, signal?: AbortSignal, after?: number) {
  const { sort, order, page, pageSize } = state;
  let request = supabase
    .rpc('list_users', { ...filterArguments(state), sort, direction: order, page, page_size: pageSize, after })
    .select(SHOWN_USER_COLUMNS);
  if (signal) request = request.abortSignal(signal);
  const data = dataOf(await request);
  return data.map(toShownUser);
}

async function countUsers(state: UserTableState, signal: AbortSignal): Promise<number> {
  return dataOf(await supabase.rpc('count_users', filterArguments(state)).abortSignal(signal));
}

/** The ids of all users that match the filters, except admins and deleted ones; refused above 5,000. Throws an AppError. */
export async function listUserIds(state: UserTableState): Promise<number[]> {
  return dataOf(await supabase.rpc('list_user_ids', filterArguments(state)));
}

/** A page of users and their number. The previous page stays on screen while the next one loads. */
export const usersQueryOptions = (state: UserTableState) =>
  queryOptions({
    queryKey: keys.adminUsers.list(state),
    queryFn: async ({ signal }) => {
      const [items, total] = await Promise.all([listUsers(state, signal), countUsers(state, signal)]);
      // Without filters the count is exact, however large.
      const isCapped =
        total === COUNTED_MAX + 1 && Object.values(filterArguments(state)).some((value) => value !== undefined);
      return { items, total: isCapped ? COUNTED_MAX : total, isCapped };
    },
    placeholderData: keepPreviousData,
    // Other admins act too, so every visit refetches.
    staleTime: 0,
  });
