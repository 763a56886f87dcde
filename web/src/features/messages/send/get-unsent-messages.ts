import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { keys } from '@/shared/backend/query-keys.ts';
import { readUnsentMessages, writeUnsentMessages, type UnsentMessage } from './unsent-messages.ts';

/** Messages on a quote that are being sent or wait for a retry. They live in the browser; no request is made. */
export const unsentMessagesQueryOptions = (userId: number, quoteId: number) =>
  queryOptions({
    queryKey: keys.messages.unsent(userId, quoteId),
    queryFn: () => readUnsentMessages(userId, quoteId),
    staleTime: Infinity,
  });

/** Updates the unsent messages in the cache and in the browser's storage. */
export function changeUnsentMessages(
  queryClient: QueryClient,
  { userId, quoteId }: { userId: number; quoteId: number },
  change: (messages: readonly UnsentMessage[]) => UnsentMessage[],
): void {
  const { queryKey } = unsentMessagesQueryOptions(userId, quoteId);
  const messages = change(queryClient.getQueryData(queryKey) ?? readUnsentMessages(userId, quoteId));
  queryClient.setQueryData(queryKey, messages);
  writeUnsentMessages(userId, quoteId, messages);
}
