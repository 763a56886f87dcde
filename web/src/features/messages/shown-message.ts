import type { QueryData } from '@supabase/supabase-js';
import { MESSAGE_COLUMNS, toMessage } from '@rows/message-row.ts';
import { supabase } from '@/shared/backend/supabase.ts';

/**
 * Starts a query for messages with the columns that the page needs. Row-level security limits it to sent and received
 * ones.
 */
export function selectMessages() {
  return supabase.from('messages').select(MESSAGE_COLUMNS);
}

type MessageRow = QueryData<ReturnType<typeof selectMessages>>[number];

/** Maps a row to a message of the page. */
export function toShownMessage(row: MessageRow) {
  const { attachments, ...message } = toMessage(row);
  return { ...message, attachments: attachments.map(({ size, ...file }) => ({ ...file, sizeBytes: size })) };
}

export type Message = ReturnType<typeof toShownMessage>;

/** The other party of a conversation; null if the account is deleted. */
export type OtherParty = { username: string; avatarPath: string | null } | null;
