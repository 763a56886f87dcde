import { parseAmount } from '@domain/quote.ts';
import { trackConversion, trackEvent } from '@/shared/visit/analytics.ts';

/** Tells analytics of a sent quote (§7, C34): the event with the price, and the conversion with its value in the quote's currency when the price is a number. */
export function reportQuote({ price, currency }: { price: string; currency: string }): void {
  const value = parseAmount(price);
  trackEvent('quote_submitted', { price: value ?? price, currency });
  trackConversion('quote_submission', value === null ? {} : { value, currency });
}
