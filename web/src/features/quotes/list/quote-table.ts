import { ACCOUNT_TYPES, PRODUCT_MATCHES } from '@domain/quote-values.ts';
import { SHOWN_STATUSES } from '@domain/quote-status.ts';
import { day } from '@/shared/address/day-param.ts';
import { optional } from '@/shared/address/param.ts';
import {
  readTableState,
  type TableChange,
  type TableSpec,
  type TableState,
} from '@/shared/ui/data-table/table-state.ts';

/** The statuses of the filter; "undecided" are those that can still be decided. */
export const LISTED_STATUSES = ['undecided', ...SHOWN_STATUSES] as const;

/** Sort orders and filters of the quote lists. */
export const quoteTable = {
  sorts: ['sent', 'messages', 'price', 'changed'],
  filters: {
    status: optional(LISTED_STATUSES),
    match: optional(PRODUCT_MATCHES),
    accountType: optional(ACCOUNT_TYPES),
    from: day,
    to: day,
  },
  searchName: 'search',
} as const satisfies TableSpec;

export type QuoteSort = (typeof quoteTable.sorts)[number];
type QuoteFilter = keyof typeof quoteTable.filters;
export type QuoteTableState = TableState<QuoteSort, QuoteFilter>;
export type QuoteTableChange = TableChange<QuoteSort, QuoteFilter>;

/** A list without filters, newest first. */
export const QUOTES_FROM_START: QuoteTableState = readTableState(quoteTable, new URLSearchParams());
