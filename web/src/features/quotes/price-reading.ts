import { readPrice } from '@domain/amounts.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { priceText } from './price-text.ts';

/** What the page reads in a price that is being typed, so that suppliers notice what buyers will compare; null for an empty one. */
export function priceReading(price: string, currency: string, language: Language): string | null {
  const { t, message } = language;
  if (price.trim() === '') return null;
  const read = readPrice(price, currency);
  if ('unread' in read) {
    return t('Not read: {unread}. Buyers see your text but cannot compare it.', { unread: message(read.unread) });
  }
  const said = t('We read: {price}', { price: priceText(read, language) });
  if (!read.per) {
    return t('{said}. Without a unit, such as {currency}/kg, buyers cannot compare it.', {
      said,
      currency: read.currency,
    });
  }
  return read.currency === currency
    ? said
    : t('{said}, although the currency is set to {currency}', { said, currency });
}
