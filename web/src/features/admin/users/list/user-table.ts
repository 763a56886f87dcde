import { ACCOUNT_STATUSES } from '@domain/account-status.ts';
import { ROLES } from '@domain/roles.ts';
import { country } from '@/shared/address/country-param.ts';
import { day } from '@/shared/address/day-param.ts';
import { optional } from '@/shared/address/param.ts';
import type { TableSpec, TableState } from '@/shared/ui/data-table/table-state.ts';

/** Sort orders and filters of the user list. */
export const userTable = {
  sorts: ['registered', 'username', 'posts', 'quotes', 'rating', 'lastSeen'],
  filters: {
    role: optional(ROLES),
    status: optional(ACCOUNT_STATUSES),
    verified: optional(['yes', 'no']),
    accountType: optional(['individual', 'organization']),
    country,
    from: day,
    to: day,
  },
} as const satisfies TableSpec;

export type UserSort = (typeof userTable.sorts)[number];
export type UserFilter = keyof typeof userTable.filters;
export type UserTableState = TableState<UserSort, UserFilter>;
