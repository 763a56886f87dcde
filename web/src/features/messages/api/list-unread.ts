import { queryOptions } from '@tanstack/react-query';
import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { unreadNumbers, type UnreadOfQuote } from '../unread.ts';

async function listUnread(signal: AbortSignal): Promise<UnreadOfQuote[]> {
  const { data, error, status, statusText } = await supabase.rpc('unread_messages').abortSignal(signal);
  if (error) throw toAppError(error, status, statusText);
  return data.map((row) => ({ quoteId: row.quote_id, postId: row.post_id, isSent: row.is_sent, unread: row.unread }));
}

/** The unread messages of the signed-in user: the one source of every such number (C45). */
export const unreadQueryOptions = queryOptions({
  queryKey: keys.messages.unread,
  queryFn: ({ signal }) => listUnread(signal),
});

/** The same as numbers; select out of `unreadQueryOptions`. */
export const unreadNumbersQueryOptions = queryOptions({ ...unreadQueryOptions, select: unreadNumbers });
