import type { TableSpec, TableState } from '@/shared/ui/data-table/table-state.ts';

/** The list of bulk actions has one order and no filters. */
export const bulkActionTable = { sorts: ['when'], filters: {} } as const satisfies TableSpec;

export type BulkActionState = TableState<'when', never>;
