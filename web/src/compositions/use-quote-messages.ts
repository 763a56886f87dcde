import { useQuery } from '@tanstack/react-query';
import { unreadNumbersQueryOptions } from '@/features/messages/api/list-unread.ts';
import { unreadNumbers } from '@/features/messages/unread.ts';

const NOTHING_UNREAD = unreadNumbers([]);

/** The numbers of unread messages, from their one source, and what lists of quotes need of them (C45). */
export function useQuoteMessages(onMessage: (quoteId: number) => void) {
  const { data: unread = NOTHING_UNREAD } = useQuery(unreadNumbersQueryOptions);
  return { unread, messages: { unreadOf: unread.ofQuote, onMessage } };
}
