import { readPrice, sayPrice } from '@domain/amounts.ts';

/** What the page reads in a price that is being typed, so that suppliers notice what buyers will compare; null for an empty one. */
export function priceReading(price: string, currency: string): string | null {
  if (price.trim() === '') return null;
  const read = readPrice(price, currency);
  if ('unread' in read) return `Not read: ${read.unread}. Buyers see your text but cannot compare it.`;
  const said = `We read: ${sayPrice(read)}`;
  if (!read.per) return `${said}. Without a unit, such as ${read.currency}/kg, buyers cannot compare it.`;
  return read.currency === currency ? said : `${said}, although the currency is set to ${currency}`;
}
