import { LISTED_STATES } from '@domain/listed-state.ts';
import { country } from '@/shared/address/country-param.ts';
import { optional } from '@/shared/address/param.ts';
import type { TableSpec, TableState } from '@/shared/ui/data-table/table-state.ts';

/** Sort orders and filters of the list of all posts. */
export const allPostTable = {
  sorts: ['posted', 'deadline'],
  filters: { state: optional(LISTED_STATES), country },
} as const satisfies TableSpec;

export type AllPostSort = (typeof allPostTable.sorts)[number];
export type AllPostState = TableState<AllPostSort, keyof typeof allPostTable.filters>;
