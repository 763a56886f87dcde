import type { QueryData } from '@supabase/supabase-js';
import { MESSAGE_COLUMNS, toMessage } from '@rows/message.ts';
import { supabase } from '@/shared/backend/supabase.ts';

/** Starts a request for messages in the shape of the page. Row-level security leaves only those that the user sent or received. */
export function selectMessages() {
  return supabase.from('messages').select(MESSAGE_COLUMNS);
}

type MessageRow = QueryData<ReturnType<typeof selectMessages>>[number];

/** A row as the page shows it. */
export function toShownMessage(row: MessageRow) {
  const { attachments, ...message } = toMessage(row);
  return { ...message, attachments: attachments.map(({ size, ...file }) => ({ ...file, sizeBytes: size })) };
}

export type Message = ReturnType<typeof toShownMessage>;

/** The person at the other end; null once the account is deleted. */
export type OtherParty = { username: string; avatarPath: string | null } | null;
