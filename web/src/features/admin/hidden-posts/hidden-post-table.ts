import { CATEGORIES } from '@domain/categories.ts';
import { day } from '@/shared/address/day-param.ts';
import { optional } from '@/shared/address/param.ts';
import type { TableSpec, TableState } from '@/shared/ui/data-table/table-state.ts';

/** Sort orders and filters of the list of hidden posts. */
export const hiddenPostTable = {
  sorts: ['hiddenAt', 'title', 'quotes'],
  filters: { hiddenBy: optional(['owner', 'admin']), category: optional(CATEGORIES), from: day, to: day },
} as const satisfies TableSpec;

export type HiddenPostSort = (typeof hiddenPostTable.sorts)[number];
export type HiddenPostFilter = keyof typeof hiddenPostTable.filters;
export type HiddenPostState = TableState<HiddenPostSort, HiddenPostFilter>;
