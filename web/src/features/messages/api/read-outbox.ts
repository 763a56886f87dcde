import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { keys } from '@/shared/backend/query-keys.ts';
import { readOutbox, writeOutbox, type Letter } from '../outbox.ts';

/** The messages on a quote that are on their way or wait for a retry. They live in the browser, so no server is asked. */
export const outboxQueryOptions = (userId: number, quoteId: number) =>
  queryOptions({
    queryKey: keys.messages.outbox(userId, quoteId),
    queryFn: () => readOutbox(userId, quoteId),
    staleTime: Infinity,
  });

/** Changes the outbox on the screen and in the browser's storage. */
export function changeOutbox(
  queryClient: QueryClient,
  { userId, quoteId }: { userId: number; quoteId: number },
  change: (letters: readonly Letter[]) => Letter[],
): void {
  const { queryKey } = outboxQueryOptions(userId, quoteId);
  const letters = change(queryClient.getQueryData(queryKey) ?? readOutbox(userId, quoteId));
  queryClient.setQueryData(queryKey, letters);
  writeOutbox(userId, quoteId, letters);
}
