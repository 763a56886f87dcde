import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { unreadNumbers, type UnreadOfQuote } from './unread-numbers.ts';

async function listUnread(signal: AbortSignal): Promise<UnreadOfQuote[]> {
  const data = dataOf(await supabase.rpc('unread_messages').abortSignal(signal));
  return data.map((row) => ({ quoteId: row.quote_id, postId: row.post_id, isSent: row.is_sent, unread: row.unread }));
}

/** Unread messages of the signed-in user, the single source of all unread counts. */
export const unreadQueryOptions = queryOptions({
  queryKey: keys.messages.unread,
  queryFn: ({ signal }) => listUnread(signal),
});

/** The unread counts, selected from `unreadQueryOptions`. */
export const unreadNumbersQueryOptions = queryOptions({ ...unreadQueryOptions, select: unreadNumbers });
