import type { User } from '../shown-user.ts';
import type { UserTableState } from './user-table.ts';
import { listUsers } from './list-users.ts';

const ROWS_PER_REQUEST = 500;
/** More rows than a spreadsheet is useful for; keeps one export from blocking the server. */
const ROWS_MAX = 10_000;

/** Reads all users that match the filters, not only the page on screen. Throws an AppError. */
export async function readAllUsers(state: UserTableState): Promise<User[]> {
  const users: User[] = [];
  for (let page = 1; users.length < ROWS_MAX; page += 1) {
    const read = await listUsers({ ...state, page, pageSize: ROWS_PER_REQUEST });
    users.push(...read);
    if (read.length < ROWS_PER_REQUEST) break;
  }
  return users;
}
