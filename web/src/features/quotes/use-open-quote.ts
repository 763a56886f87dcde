import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { idSchema } from '@domain/input.ts';

const idParam = z.coerce.number().pipe(idSchema).nullable().catch(null);

/** The quote in the drawer, whether it is opened at its messages, and the message that is looked for. */
export type OpenQuote = { quoteId: number; isAtMessages: boolean; messageId: number | null };

const PARAMS = ['quote', 'view', 'message'] as const;

/**
 * Which quote is open in the drawer: `?quote=` of the address, so that it can be linked and the back button closes it.
 * `&view=messages` opens it at its messages, `&message=` at one of them.
 */
export function useOpenQuote() {
  const [params, setParams] = useSearchParams();
  const id = (name: (typeof PARAMS)[number]) => idParam.parse(params.get(name) ?? 'none');
  const quoteId = id('quote');
  const opened: OpenQuote | null =
    quoteId === null ? null : { quoteId, isAtMessages: params.get('view') === 'messages', messageId: id('message') };
  const actions = useMemo(() => {
    const change = (values: Partial<Record<(typeof PARAMS)[number], string>>, replace: boolean) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          for (const name of PARAMS) next.delete(name);
          for (const [name, value] of Object.entries(values)) next.set(name, value);
          return next;
        },
        { replace, preventScrollReset: true },
      );
    return {
      openQuote: (quote: number) => change({ quote: String(quote) }, false),
      openMessages: (quote: number) => change({ quote: String(quote), view: 'messages' }, false),
      /** Forgets which message was looked for, so that a reload does not light it again. */
      forgetMessage: (quote: number) => change({ quote: String(quote), view: 'messages' }, true),
      close: () => change({}, true),
    };
  }, [setParams]);
  return { opened, ...actions };
}
