import { useMutation, useQueryClient } from '@tanstack/react-query';
import { trackConversion } from '@/shared/visit/analytics.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { refresh } from '@/shared/backend/refresh.ts';
import type { UnsentMessage } from './unsent-messages.ts';
import { withMessage } from '../conversation.ts';
import { selectMessages, toShownMessage, type Message } from '../shown-message.ts';
import { changeUnsentMessages } from './get-unsent-messages.ts';
import { conversationQueryOptions } from '../get-conversation.ts';

async function sendMessage(quoteId: number, { content, clientId, attachments }: UnsentMessage): Promise<Message> {
  const id = dataOf(
    await supabase.rpc('send_message', { quote_id: quoteId, content, client_id: clientId, attachments }),
  );
  return toShownMessage(dataOf(await selectMessages().eq('id', id).single()));
}

/**
 * Sends a message. It shows in the conversation at once, and stays there with the reason if sending fails. Idempotent
 * per client id, so retries are safe.
 */
export function useSendMessage(userId: number, quoteId: number) {
  const queryClient = useQueryClient();
  const { queryKey } = conversationQueryOptions(quoteId);
  const place = (unsent: UnsentMessage) =>
    changeUnsentMessages(queryClient, { userId, quoteId }, (all) => {
      const isKnown = all.some(({ clientId }) => clientId === unsent.clientId);
      return isKnown ? all.map((each) => (each.clientId === unsent.clientId ? unsent : each)) : [...all, unsent];
    });
  return useMutation({
    // One at a time, to keep the order in which they were written.
    scope: { id: `messages of quote ${quoteId}` },
    mutationFn: (unsent: UnsentMessage) => sendMessage(quoteId, unsent),
    onMutate: (unsent) => place({ ...unsent, failure: null }),
    onSuccess: async (message) => {
      trackConversion('message_sent');
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (known) => known && withMessage(known, message));
      changeUnsentMessages(queryClient, { userId, quoteId }, (all) =>
        all.filter(({ clientId }) => clientId !== message.clientId),
      );
      const changed = [queryKey, keys.messages.inboxes, keys.quotes.mine, keys.quotes.received, keys.posts.allQuotes];
      await refresh(queryClient, changed);
    },
    onError: (error, unsent) => {
      place({ ...unsent, failure: error.message });
      // The conversation could be closed by now.
      void refresh(queryClient, [keys.messages.closedReason(quoteId)]);
    },
  });
}
