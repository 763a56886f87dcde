import type { TableSpec, TableState } from '@/shared/ui/data-table/table-state.ts';

/** What the audit log can be narrowed by (B15). */
export const auditTable = {
  sorts: ['when'],
  filters: { action: 'text', from: 'day', to: 'day' },
} as const satisfies TableSpec;

export type AuditState = TableState<'when', keyof typeof auditTable.filters>;
