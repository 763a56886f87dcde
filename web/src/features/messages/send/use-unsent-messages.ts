import { useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MessageValues } from '@domain/message.ts';
import { newClientId } from '@/shared/form/send-once.ts';
import { changeUnsentMessages, followOtherTabs, unsentMessagesQueryOptions } from './get-unsent-messages.ts';
import { useSendMessage } from './send-message.ts';
import type { UnsentMessage } from './unsent-messages.ts';

/** The user's unsent messages on a quote, with the actions on them. */
export function useUnsentMessages(userId: number, quoteId: number) {
  const queryClient = useQueryClient();
  const { data: messages = [] } = useQuery(unsentMessagesQueryOptions(userId, quoteId));
  useEffect(() => followOtherTabs(queryClient, { userId, quoteId }), [queryClient, userId, quoteId]);
  const { mutate } = useSendMessage(userId, quoteId);
  return {
    messages,
    send: ({ content, attachments }: MessageValues) =>
      mutate({
        content,
        attachments,
        clientId: newClientId(),
        createdAt: new Date().toISOString(),
        failure: null,
      }),
    retry: (message: UnsentMessage) => mutate(message),
    discard: (message: UnsentMessage) =>
      changeUnsentMessages(queryClient, { userId, quoteId }, (all) =>
        all.filter(({ clientId }) => clientId !== message.clientId),
      ),
  };
}
