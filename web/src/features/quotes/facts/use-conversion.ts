import { useQuery } from '@tanstack/react-query';
import { readPrice } from '@domain/amounts.ts';
import { exchangeRatesQueryOptions } from '@/shared/money/list-exchange-rates.ts';
import { useToday } from './use-today.ts';
import type { Conversion } from './converted-text.ts';
import type { Quote } from './shown-quote.ts';

/** How to convert what a quote costs; null without another currency, or until its rate is there. */
export function useConversion(
  { price, currency: ownCurrency }: Pick<Quote, 'price' | 'currency'>,
  currency: string | null | undefined,
): Conversion | null {
  const today = useToday();
  const read = readPrice(price, ownCurrency);
  const isNeeded = Boolean(currency) && !('unread' in read) && read.currency !== currency;
  const { data: rates } = useQuery({ ...exchangeRatesQueryOptions, enabled: isNeeded });
  return isNeeded && currency && rates ? { currency, rates, today } : null;
}
