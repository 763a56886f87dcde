import { useQuery } from '@tanstack/react-query';
import { readPrice } from '@domain/amounts.ts';
import { exchangeRatesQueryOptions } from '@/shared/money/list-exchange-rates.ts';
import { useToday } from './use-today.ts';
import type { Conversion } from './converted-text.ts';
import type { Quote } from './shown-quote.ts';

export type AwaitedConversion = {
  /** Null without another currency, or until its rate is there. */
  conversion: Conversion | null;
  /** Its rate is on its way: whoever shows the conversion keeps its place, so that nothing below moves. */
  isAwaited: boolean;
};

/** How to convert what a quote costs. */
export function useConversion(
  { price, currency: ownCurrency }: Pick<Quote, 'price' | 'currency'>,
  currency: string | null | undefined,
): AwaitedConversion {
  const today = useToday();
  const read = readPrice(price, ownCurrency);
  const isNeeded = Boolean(currency) && !('unread' in read) && read.currency !== currency;
  const { data: rates, isPending } = useQuery({ ...exchangeRatesQueryOptions, enabled: isNeeded });
  return {
    conversion: isNeeded && currency && rates ? { currency, rates, today } : null,
    isAwaited: isNeeded && isPending,
  };
}
