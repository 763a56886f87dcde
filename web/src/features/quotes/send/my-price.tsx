import { useLanguage } from '@/shared/i18n/use-language.ts';
import { shownPrice } from '../facts/price-text.ts';

/** The price of a quote in the number format of the reader. */
export function MyPrice({ quote }: { quote: Parameters<typeof shownPrice>[0] }) {
  return shownPrice(quote, useLanguage());
}
