import { optional } from '@/shared/address/param.ts';
import type { TableSpec, TableState } from '@/shared/ui/data-table/table-state.ts';

export const BROADCAST_STATUSES = ['scheduled', 'sending', 'sent', 'cancelled'] as const;

/** Filters and sort orders of the broadcast history. */
export const broadcastTable = {
  sorts: ['when', 'delivered'],
  filters: { status: optional(BROADCAST_STATUSES) },
} as const satisfies TableSpec;

export type BroadcastState = TableState<'when' | 'delivered', keyof typeof broadcastTable.filters>;
