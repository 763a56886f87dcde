import { useQuery } from '@tanstack/react-query';
import { readPrice } from '@domain/amounts.ts';
import { reckoningOf } from '@domain/quote-comparison.ts';
import { exchangeRatesQueryOptions } from '@/shared/money/list-exchange-rates.ts';
import { useToday } from './use-today.ts';
import type { Conversion } from './converted-text.ts';
import { wantedNow, type Others } from './prices-on-requests.ts';
import type { Quote } from './shown-quote.ts';

export type AwaitedConversion = {
  /** Null if the unit and currency of the comparison are unknown, or until a rate is there. */
  conversion: Conversion | null;
  /** Its rate is on its way: whoever shows the conversion keeps its place, so that nothing below moves. */
  isAwaited: boolean;
};

/**
 * How to show what a quote costs as the comparison of its request does.
 * @param others as `useOthers` has them
 * @param chosen the currency of a comparison that is in another one than its request
 */
export function useConversion(quote: Quote, others: Others, chosen?: string): AwaitedConversion {
  const today = useToday();
  const read = readPrice(quote.price, quote.currency);
  const reckoning =
    typeof others === 'string'
      ? null
      : reckoningOf(others, { wanted: wantedNow(quote), currency: chosen ?? quote.post?.targetCurrency ?? null });
  const needsRate = reckoning !== null && !('unread' in read) && read.currency !== reckoning.currency;
  const { data, isPending } = useQuery({ ...exchangeRatesQueryOptions, enabled: needsRate });
  const rates = needsRate ? data : new Map();
  return {
    conversion: reckoning && rates ? { ...reckoning, rates, today } : null,
    isAwaited: needsRate && isPending,
  };
}
