import type { QueryData } from '@supabase/supabase-js';
import { z } from 'zod';
import { FEEDBACK_CATEGORIES, FEEDBACK_STATUSES } from '@domain/feedback.ts';
import { FEEDBACK_COLUMNS, toFeedback } from '@rows/feedback-row.ts';
import { supabase } from '@/shared/backend/supabase.ts';

const SHOWN_FEEDBACK_COLUMNS =
  `${FEEDBACK_COLUMNS}, sender:profiles!feedback_user_id_fkey(id, username), assignee:profiles!feedback_assignee_id_fkey(id, username)` as const;

/** Starts a query for feedback with its sender, assignee and total count. Admins only. */
export function selectFeedback() {
  return supabase.from('feedback').select(SHOWN_FEEDBACK_COLUMNS, { count: 'exact' });
}

type FeedbackRow = QueryData<ReturnType<typeof selectFeedback>>[number];

const statusSchema = z.enum(FEEDBACK_STATUSES.map(({ value }) => value));

const labelOf = (options: readonly { value: string; label: string }[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value;

/** Maps a row to feedback of the admin area. */
export function toShownFeedback(row: FeedbackRow) {
  const { category, ...feedback } = toFeedback(row);
  return {
    ...feedback,
    categoryLabel: labelOf(FEEDBACK_CATEGORIES, category),
    status: statusSchema.parse(row.status),
    /** Null for guests and deleted accounts. */
    sender: row.sender,
    assignee: row.assignee,
  };
}

export type Feedback = ReturnType<typeof toShownFeedback>;
