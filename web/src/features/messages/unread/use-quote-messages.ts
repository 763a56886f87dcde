import { useQuery } from '@tanstack/react-query';
import { unreadNumbersQueryOptions } from './list-unread.ts';
import { unreadNumbers } from './unread-numbers.ts';

const NOTHING_UNREAD = unreadNumbers([]);

/** Unread counts, and the subset that quote lists need. */
export function useQuoteMessages(onMessage: (quoteId: number) => void) {
  const { data } = useQuery(unreadNumbersQueryOptions);
  const unread = data ?? NOTHING_UNREAD;
  return { unread, isCounted: data !== undefined, messages: { unreadOf: unread.ofQuote, onMessage } };
}
