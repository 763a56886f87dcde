import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withEarlier } from '../conversation.ts';
import { readMessages, conversationQueryOptions } from '../get-conversation.ts';

/** Loads the page before the oldest loaded message. */
export function useLoadEarlier(quoteId: number) {
  const queryClient = useQueryClient();
  const { queryKey } = conversationQueryOptions(quoteId);
  return useMutation({
    mutationFn: (before: number) => readMessages(quoteId, { before }),
    onSuccess: (page) => queryClient.setQueryData(queryKey, (known) => known && withEarlier(known, page)),
  });
}
