import { compareValues } from '@/shared/text/compare-values.ts';
import type { User } from '../shown-user.ts';
import type { UserSort, UserTableState } from './user-table.ts';
import { listUsers } from './list-users.ts';

const ROWS_PER_REQUEST = 500;

const SORTED_BY: Readonly<Record<UserSort, (user: User) => string | number | null>> = {
  registered: ({ createdAt }) => createdAt,
  username: ({ username }) => username.toLowerCase(),
  posts: ({ postCount }) => postCount,
  quotes: ({ quoteCount }) => quoteCount,
  rating: ({ ratingAverage }) => ratingAverage,
  lastSeen: ({ lastSeenAt }) => lastSeenAt,
};

/**
 * Reads all users that match the filters, not only the page on screen, in the order of the list. By their ids, so that
 * nobody is missed or read twice while the list changes. Throws an AppError.
 */
export async function readAllUsers(state: UserTableState): Promise<User[]> {
  const users: User[] = [];
  for (let after = 0; ; after = Math.max(...users.slice(-ROWS_PER_REQUEST).map(({ id }) => id))) {
    const read = await listUsers({ ...state, page: 1, pageSize: ROWS_PER_REQUEST }, undefined, after);
    users.push(...read);
    if (read.length < ROWS_PER_REQUEST) break;
  }
  const valueOf = SORTED_BY[state.sort];
  const sign = state.order === 'asc' ? 1 : -1;
  return users.sort((one, other) => sign * (compareValues(valueOf(one), valueOf(other)) || one.id - other.id));
}
