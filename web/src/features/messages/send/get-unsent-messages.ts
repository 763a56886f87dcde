import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { keys } from '@/shared/backend/query-keys.ts';
import {
  readUnsentOfAllTabs,
  readUnsentMessages,
  unsentKey,
  withOtherTabs,
  writeUnsentMessages,
  type UnsentMessage,
} from './unsent-messages.ts';

/** Messages on a quote that are being sent or wait for a retry. They live in the browser; no request is made. */
export const unsentMessagesQueryOptions = (userId: number, quoteId: number) =>
  queryOptions({
    queryKey: keys.messages.unsent(userId, quoteId),
    queryFn: () => readUnsentMessages(userId, quoteId),
    staleTime: Infinity,
  });

type Conversation = { userId: number; quoteId: number };

/**
 * Updates the unsent messages of this tab in the cache, and those of all tabs in the browser's storage: a tab does not
 * know what another one has added since it read the storage.
 */
export function changeUnsentMessages(
  queryClient: QueryClient,
  { userId, quoteId }: Conversation,
  change: (messages: readonly UnsentMessage[]) => UnsentMessage[],
): void {
  const { queryKey } = unsentMessagesQueryOptions(userId, quoteId);
  const held = queryClient.getQueryData(queryKey) ?? readUnsentMessages(userId, quoteId);
  writeUnsentMessages(userId, quoteId, change(readUnsentOfAllTabs(userId, quoteId)));
  queryClient.setQueryData(queryKey, change(held));
}

/** Takes over what other tabs changed, now and from here on. Returns how to stop. */
export function followOtherTabs(queryClient: QueryClient, { userId, quoteId }: Conversation): () => void {
  const { queryKey } = unsentMessagesQueryOptions(userId, quoteId);
  const takeOver = () =>
    queryClient.setQueryData(queryKey, (held) => held && withOtherTabs(held, readUnsentOfAllTabs(userId, quoteId)));
  // A null key means that everything was cleared.
  const handleStorage = ({ key }: StorageEvent) => {
    if (key === null || key === unsentKey(userId, quoteId)) takeOver();
  };
  takeOver();
  window.addEventListener('storage', handleStorage);
  return () => window.removeEventListener('storage', handleStorage);
}
