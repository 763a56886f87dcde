import { day } from '@/shared/address/day-param.ts';
import { text } from '@/shared/address/param.ts';
import type { TableSpec, TableState } from '@/shared/ui/data-table/table-state.ts';

/** The filters of the audit log. */
export const auditTable = {
  sorts: ['when'],
  filters: { action: text, from: day, to: day },
} as const satisfies TableSpec;

export type AuditState = TableState<'when', keyof typeof auditTable.filters>;
