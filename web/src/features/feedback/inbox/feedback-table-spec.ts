import { FEEDBACK_CATEGORIES, FEEDBACK_STATUSES } from '@domain/feedback.ts';
import { day } from '@/shared/address/day-param.ts';
import { optional, text } from '@/shared/address/param.ts';
import type { TableSpec, TableState } from '@/shared/ui/data-table/table-state.ts';

/** Filters and sort orders of the feedback list; the assignee is an id, "me" or "none". */
export const feedbackTable = {
  sorts: ['age', 'category', 'subject', 'status'],
  filters: {
    category: optional(FEEDBACK_CATEGORIES.map(({ value }) => value)),
    status: optional(FEEDBACK_STATUSES.map(({ value }) => value)),
    assignee: text,
    from: day,
    to: day,
  },
} as const satisfies TableSpec;

export type FeedbackState = TableState<(typeof feedbackTable.sorts)[number], keyof typeof feedbackTable.filters>;
