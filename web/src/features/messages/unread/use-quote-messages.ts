import { useQuery } from '@tanstack/react-query';
import { unreadNumbersQueryOptions } from './list-unread.ts';
import { unreadNumbers } from './unread-numbers.ts';

const NOTHING_UNREAD = unreadNumbers([]);

/** Unread counts, and the subset that quote lists need. */
export function useQuoteMessages(onMessage: (quoteId: number) => void) {
  const { data: unread = NOTHING_UNREAD } = useQuery(unreadNumbersQueryOptions);
  return { unread, messages: { unreadOf: unread.ofQuote, onMessage } };
}
