import { queryOptions } from '@tanstack/react-query';
import { MESSAGES_PER_PAGE } from '@domain/limits.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { withLatest, type Conversation } from './conversation.ts';
import { selectMessages, toShownMessage } from './shown-message.ts';

/**
 * The latest messages on a quote, or those before the message `before`; at most 50, oldest first. Throws an AppError.
 */
export async function readMessages(
  quoteId: number,
  { before, signal }: { before?: number; signal?: AbortSignal },
): Promise<Conversation> {
  // One extra row shows whether there are earlier messages.
  let request = selectMessages()
    .eq('quote_id', quoteId)
    .order('id', { ascending: false })
    .limit(MESSAGES_PER_PAGE + 1);
  if (before !== undefined) request = request.lt('id', before);
  if (signal) request = request.abortSignal(signal);
  const data = dataOf(await request);
  const messages = data.slice(0, MESSAGES_PER_PAGE).map(toShownMessage).reverse();
  return { messages, hasEarlier: data.length > MESSAGES_PER_PAGE };
}

/** The conversation on a quote. A refetch keeps the earlier messages that were loaded. */
export const conversationQueryOptions = (quoteId: number) => {
  const queryKey = keys.messages.conversation(quoteId);
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const page = await readMessages(quoteId, { signal });
      return withLatest(client.getQueryData<Conversation>(queryKey), page);
    },
    // Opening it must show messages that arrived in the meantime.
    staleTime: 0,
  });
};
