import type { Row } from './row.ts';

const OWN = 'id, sender_id, content, client_id, created_at, edited_at, deleted_at, read_at';
const FILE = 'path, name, size_bytes';

/** Columns of a message, with its attachments. */
export const MESSAGE_COLUMNS = `${OWN}, attachments:message_attachments(${FILE})` as const;

type MessageRow = Row<'messages', typeof OWN> & { attachments: Row<'message_attachments', typeof FILE>[] };

/** A message for page and `/api`, without its quote and the name of its sender. A deleted one has no content and no attachments. */
export function toMessage(row: MessageRow) {
  return {
    id: row.id,
    senderId: row.sender_id,
    content: row.content,
    attachments: row.attachments.map(({ path, name, size_bytes }) => ({ path, name, size: size_bytes })),
    createdAt: row.created_at,
    editedAt: row.edited_at,
    deletedAt: row.deleted_at,
    readAt: row.read_at,
    clientId: row.client_id,
  };
}
