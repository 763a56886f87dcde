import { useMemo } from 'react';
import type { StateOf } from '@/shared/address/address.ts';
import { id, optional } from '@/shared/address/param.ts';
import { useAddress } from '@/shared/address/use-address.ts';

/** The parts of a quote besides its details. */
const QUOTE_VIEWS = ['messages', 'history'] as const;
/** The part of the quote in its drawer; empty for its details. */
export type QuoteView = (typeof QUOTE_VIEWS)[number] | '';

/** The quote in the drawer, the part of it that is shown, and the message to highlight. */
export type OpenQuote = { quoteId: number; view: QuoteView; messageId: number | null };

/** URL state of the drawer. */
export const openQuoteAddress = { quote: id, view: optional(QUOTE_VIEWS), message: id };
const CLOSED = { quote: null, view: '', message: null } as const;

/**
 * The quote in the drawer, from `?quote=`, so that it can be linked and the back button closes it. `&view=` is
 * the part that is shown, `&message=` one of its messages.
 */
export function useOpenQuote() {
  const [{ quote: quoteId, view, message: messageId }, change] = useAddress(openQuoteAddress);
  const opened: OpenQuote | null = quoteId === null ? null : { quoteId, view, messageId };
  const actions = useMemo(() => {
    const show = (part: Partial<StateOf<typeof openQuoteAddress>>, replace: boolean) =>
      change({ ...CLOSED, ...part }, { replace, preventScrollReset: true });
    return {
      openQuote: (quote: number) => show({ quote }, false),
      openMessages: (quote: number) => show({ quote, view: 'messages' }, false),
      /** Shows another part, without a step back to the one before. */
      showView: (quote: number, part: QuoteView) => show({ quote, view: part }, true),
      /** Removes the message from the URL, so that a reload does not highlight it again. */
      forgetMessage: (quote: number) => show({ quote, view: 'messages' }, true),
      close: () => show({}, true),
    };
  }, [change]);
  return { opened, ...actions };
}
