import { accountStatus } from '../domain/account-status.ts';
import type { Database } from './database.types.ts';

type LinkedAccountRow = Database['public']['Functions']['linked_accounts']['Returns'][number];

/** An account that shares a network with another: how many share it, and when it last signed in from there. */
export function toLinkedAccount(row: LinkedAccountRow) {
  return {
    id: row.user_id,
    username: row.username,
    status: accountStatus(row),
    sameBrowser: row.same_program,
    accounts: row.accounts,
    lastAt: row.last_at,
  };
}
