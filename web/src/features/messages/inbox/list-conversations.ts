import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { pageTotal } from '@/shared/backend/page-total.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';

/** Conversations per page, as `list_conversations` has them. */
export const CONVERSATIONS_PER_PAGE = 20;

async function listConversations(search: string, page: number, signal: AbortSignal) {
  const rows = dataOf(await supabase.rpc('list_conversations', { search, page }).abortSignal(signal));
  const items = rows.map((row) => ({
    quoteId: row.quote_id,
    postTitle: row.post_title,
    /** Null if the account of the other party is deleted. */
    other: row.username ? { username: row.username, avatarPath: row.avatar_path } : null,
    message: row.message,
    isOwn: row.is_own,
    isDeleted: row.is_deleted,
    isMuted: row.is_muted,
    sentAt: row.sent_at,
  }));
  return { items, total: pageTotal(rows, { page, pageSize: CONVERSATIONS_PER_PAGE }) };
}

/** A page of the signed-in user's conversations with their last messages, newest first. Throws an AppError. */
export const conversationsQueryOptions = (search: string, page: number) =>
  queryOptions({
    queryKey: keys.messages.inbox(search, page),
    queryFn: ({ signal }) => listConversations(search, page, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export type ConversationItem = Awaited<ReturnType<typeof listConversations>>['items'][number];
