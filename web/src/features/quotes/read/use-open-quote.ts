import { useMemo } from 'react';
import type { StateOf } from '@/shared/address/address.ts';
import { id, optional } from '@/shared/address/param.ts';
import { useAddress } from '@/shared/address/use-address.ts';

/** The quote in the drawer, whether to open its messages, and the message to highlight. */
export type OpenQuote = { quoteId: number; isAtMessages: boolean; messageId: number | null };

/** URL state of the drawer. */
export const openQuoteAddress = { quote: id, view: optional(['messages']), message: id };
const CLOSED = { quote: null, view: '', message: null } as const;

/**
 * The quote in the drawer, from `?quote=`, so that it can be linked and the back button closes it. `&view=messages`
 * opens its messages, `&message=` one of them.
 */
export function useOpenQuote() {
  const [{ quote: quoteId, view, message: messageId }, change] = useAddress(openQuoteAddress);
  const opened: OpenQuote | null = quoteId === null ? null : { quoteId, isAtMessages: view === 'messages', messageId };
  const actions = useMemo(() => {
    const show = (part: Partial<StateOf<typeof openQuoteAddress>>, replace: boolean) =>
      change({ ...CLOSED, ...part }, { replace, preventScrollReset: true });
    return {
      openQuote: (quote: number) => show({ quote }, false),
      openMessages: (quote: number) => show({ quote, view: 'messages' }, false),
      /** Removes the message from the URL, so that a reload does not highlight it again. */
      forgetMessage: (quote: number) => show({ quote, view: 'messages' }, true),
      close: () => show({}, true),
    };
  }, [change]);
  return { opened, ...actions };
}
