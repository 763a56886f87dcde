import { useMutation, useQueryClient } from '@tanstack/react-query';
import { READ_AT_ONCE } from '@domain/message.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { refresh } from '@/shared/backend/refresh.ts';
import { withRead } from '../conversation.ts';
import { unreadQueryOptions } from '../unread/list-unread.ts';
import { conversationQueryOptions } from '../get-conversation.ts';

/**
 * Marks received messages on a quote as read, up to a given one. Counts update optimistically; so does the bell, which
 * the server clears along.
 */
export function useMarkMessagesRead(userId: number, quoteId: number) {
  const queryClient = useQueryClient();
  const { queryKey } = conversationQueryOptions(quoteId);
  return useMutation({
    mutationFn: async (upTo: number) => {
      let marked = READ_AT_ONCE;
      while (marked === READ_AT_ONCE)
        marked = dataOf(await supabase.rpc('mark_messages_read', { quote_id: quoteId, up_to: upTo }));
    },
    onMutate: async (upTo) => {
      await queryClient.cancelQueries({ queryKey: keys.messages.unread });
      queryClient.setQueryData(queryKey, (known) => known && withRead(known, userId, upTo, new Date().toISOString()));
      queryClient.setQueryData(unreadQueryOptions.queryKey, (rows) => rows?.filter((row) => row.quoteId !== quoteId));
    },
    onError: () => refresh(queryClient, [queryKey]),
    onSettled: () => refresh(queryClient, [keys.messages.unread, keys.notifications.all]),
  });
}
