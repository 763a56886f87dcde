import type { Row } from './row.ts';

/** Columns of a notification. */
export const NOTIFICATION_COLUMNS = 'id, message, data, read_at, created_at, quote_id';

/** A notification for page and `/api`. */
export function toNotification(row: Row<'notifications', typeof NOTIFICATION_COLUMNS>) {
  return {
    id: row.id,
    message: row.message,
    read: row.read_at !== null,
    createdAt: row.created_at,
    data: row.data,
    quoteId: row.quote_id,
  };
}
