import { MAIL_NAMES } from '@domain/mail-templates.ts';
import { optional } from '@/shared/address/param.ts';
import type { TableSpec, TableState } from '@/shared/ui/data-table/table-state.ts';

export const MAIL_STATUSES = ['queued', 'sending', 'sent', 'bounced', 'failed'] as const;

/** The filters of the delivery log. */
export const mailLogTable = {
  sorts: ['when'],
  filters: { status: optional(MAIL_STATUSES), template: optional(MAIL_NAMES) },
} as const satisfies TableSpec;

export type MailLogState = TableState<'when', keyof typeof mailLogTable.filters>;
