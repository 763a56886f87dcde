import type { QueryData } from '@supabase/supabase-js';
import { z } from 'zod';
import { FEEDBACK_CATEGORIES, FEEDBACK_STATUSES, feedbackReference } from '@domain/feedback.ts';
import { supabase } from '@/shared/backend/supabase.ts';

/** Starts a request for feedback with its sender and assignee, and with the number of all that match. Admins only. */
export function selectFeedback() {
  return supabase
    .from('feedback')
    .select(
      'id, email, category, subject, message, images, page_path, user_agent, status, created_at, sender:profiles!feedback_user_id_fkey(id, username), assignee:profiles!feedback_assignee_id_fkey(id, username)',
      { count: 'exact' },
    );
}

type FeedbackRow = QueryData<ReturnType<typeof selectFeedback>>[number];

const statusSchema = z.enum(FEEDBACK_STATUSES.map(({ value }) => value));

const labelOf = (options: readonly { value: string; label: string }[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value;

/** A row as the admin area uses it (B19). */
export function toFeedback(row: FeedbackRow) {
  return {
    id: row.id,
    reference: feedbackReference(row.id),
    email: row.email,
    categoryLabel: labelOf(FEEDBACK_CATEGORIES, row.category),
    subject: row.subject,
    message: row.message,
    images: row.images,
    pagePath: row.page_path,
    userAgent: row.user_agent,
    status: statusSchema.parse(row.status),
    createdAt: row.created_at,
    /** Null for guests and deleted accounts. */
    sender: row.sender,
    assignee: row.assignee,
  };
}

export type Feedback = ReturnType<typeof toFeedback>;
