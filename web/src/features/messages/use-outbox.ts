import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MessageForm } from '@domain/message.ts';
import { changeOutbox, outboxQueryOptions } from './api/read-outbox.ts';
import { useSendMessage } from './api/send-message.ts';
import type { Letter } from './outbox.ts';

/** The messages that the user has written on a quote and that are not stored yet, with what can be done about them. */
export function useOutbox(userId: number, quoteId: number) {
  const queryClient = useQueryClient();
  const { data: letters = [] } = useQuery(outboxQueryOptions(userId, quoteId));
  const { mutate } = useSendMessage(userId, quoteId);
  return {
    letters,
    send: ({ content, attachments }: MessageForm) =>
      mutate({
        content,
        attachments,
        clientId: crypto.randomUUID(),
        createdAt: new Date().toISOString(),
        failure: null,
      }),
    retry: (letter: Letter) => mutate(letter),
    discard: (letter: Letter) =>
      changeOutbox(queryClient, { userId, quoteId }, (all) =>
        all.filter(({ clientId }) => clientId !== letter.clientId),
      ),
  };
}
