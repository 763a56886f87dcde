import { useQuery } from '@tanstack/react-query';
import { unreadNumbersQueryOptions } from './api/list-unread.ts';
import { unreadNumbers } from './unread.ts';

const NOTHING_UNREAD = unreadNumbers([]);

/** The numbers of unread messages, from their one source, and the part of them that lists of quotes need. */
export function useQuoteMessages(onMessage: (quoteId: number) => void) {
  const { data: unread = NOTHING_UNREAD } = useQuery(unreadNumbersQueryOptions);
  return { unread, messages: { unreadOf: unread.ofQuote, onMessage } };
}
