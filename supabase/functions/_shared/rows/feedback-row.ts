import { feedbackReference } from '../domain/feedback.ts';
import type { Row } from './row.ts';

/** Columns of a feedback for admins; callers add those of sender and assignee. */
export const FEEDBACK_COLUMNS =
  'id, email, category, subject, message, images, page_path, user_agent, status, created_at, updated_at';

/** A feedback for admins, without its sender and assignee. */
export function toFeedback(row: Row<'feedback', typeof FEEDBACK_COLUMNS>) {
  return {
    id: row.id,
    reference: feedbackReference(row.id),
    email: row.email,
    category: row.category,
    subject: row.subject,
    message: row.message,
    images: row.images,
    pagePath: row.page_path,
    userAgent: row.user_agent,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const ENTRY = 'id, kind, body, created_at';

/** A note or a reply, with the name of its author. */
export const FEEDBACK_ENTRY_COLUMNS = `${ENTRY}, author:profiles!feedback_entries_author_id_fkey(username)` as const;

type EntryRow = Row<'feedback_entries', typeof ENTRY> & { author: Row<'profiles', 'username'> | null };

/** A note or a reply; the author is null if the account is gone. */
export function toFeedbackEntry(row: EntryRow) {
  return {
    id: row.id,
    kind: row.kind,
    body: row.body,
    author: row.author?.username ?? null,
    createdAt: row.created_at,
  };
}
