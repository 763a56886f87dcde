import type { QueryData } from '@supabase/supabase-js';
import { supabase } from '@/shared/backend/supabase.ts';

const MESSAGE_COLUMNS =
  'id, quote_id, sender_id, content, client_id, created_at, edited_at, deleted_at, read_at, attachments:message_attachments(path, name, size_bytes)';

/** Starts a request for messages in the shape of the page. Row-level security leaves only those that the user sent or received. */
export function selectMessages() {
  return supabase.from('messages').select(MESSAGE_COLUMNS);
}

type MessageRow = QueryData<ReturnType<typeof selectMessages>>[number];

/** A row as the page uses it (B9). A deleted message has no content. */
export function toMessage(row: MessageRow) {
  return {
    id: row.id,
    senderId: row.sender_id,
    content: row.content,
    clientId: row.client_id,
    createdAt: row.created_at,
    editedAt: row.edited_at,
    deletedAt: row.deleted_at,
    readAt: row.read_at,
    attachments: row.attachments.map((file) => ({ path: file.path, name: file.name, sizeBytes: file.size_bytes })),
  };
}

export type Message = ReturnType<typeof toMessage>;

/** The person at the other end; null once the account is deleted. */
export type OtherParty = { username: string; avatarPath: string | null } | null;
