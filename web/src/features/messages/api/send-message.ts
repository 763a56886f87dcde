import { useMutation, useQueryClient } from '@tanstack/react-query';
import { trackConversion } from '@/shared/visit/analytics.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import type { Letter } from '../outbox.ts';
import { withMessage } from '../thread.ts';
import { selectMessages, toMessage, type Message } from '../message.ts';
import { changeOutbox } from './read-outbox.ts';
import { threadQueryOptions } from './read-thread.ts';

async function sendMessage(quoteId: number, { content, clientId, attachments }: Letter): Promise<Message> {
  const id = dataOf(
    await supabase.rpc('send_message', { quote_id: quoteId, content, client_id: clientId, attachments }),
  );
  return toMessage(dataOf(await selectMessages().eq('id', id).single()));
}

/**
 * Sends a letter of the outbox. It stands in the thread at once, leaves the outbox when it is stored, and stays there with
 * the reason when it could not be sent. Repeats are safe: the client id makes the server answer the first message (C13).
 */
export function useSendMessage(userId: number, quoteId: number) {
  const queryClient = useQueryClient();
  const { queryKey } = threadQueryOptions(quoteId);
  const place = (letter: Letter) =>
    changeOutbox(queryClient, { userId, quoteId }, (letters) => {
      const isKnown = letters.some(({ clientId }) => clientId === letter.clientId);
      return isKnown
        ? letters.map((each) => (each.clientId === letter.clientId ? letter : each))
        : [...letters, letter];
    });
  return useMutation({
    // One after the other, so that they arrive in the order in which they were written.
    scope: { id: `messages of quote ${quoteId}` },
    mutationFn: (letter: Letter) => sendMessage(quoteId, letter),
    onMutate: (letter) => place({ ...letter, failure: null }),
    onSuccess: async (message) => {
      trackConversion('message_sent');
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (known) => known && withMessage(known, message));
      changeOutbox(queryClient, { userId, quoteId }, (letters) =>
        letters.filter(({ clientId }) => clientId !== message.clientId),
      );
      const changed = [queryKey, keys.quotes.mine, keys.quotes.received, keys.posts.allQuotes];
      await Promise.all(changed.map((each) => queryClient.invalidateQueries({ queryKey: each })));
    },
    onError: (error, letter) => {
      place({ ...letter, failure: error.message });
      // The conversation may have been closed since.
      void queryClient.invalidateQueries({ queryKey: keys.messages.closedReason(quoteId) });
    },
  });
}
