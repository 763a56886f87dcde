import { readDeliveryTime, readPrice, readQuantity, sayAmount } from '@domain/amounts.ts';
import type { Unread } from '@domain/numbers.ts';
import { convertUnit, readUnit } from '@domain/units.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { priceText, quantityText } from '../facts/price-text.ts';

/** The amounts that a supplier enters as free text. */
export type AmountName = 'price' | 'quantity' | 'deliveryTime';

type Amount = {
  /** Parses an English text, given the currency of the quote. */
  read: (text: string, currency: string) => unknown;
  /**
   * The parsed amount, or why it could not be parsed, so that suppliers see what buyers will compare; '' if the text
   * already says so.
   */
  say: (text: string, currency: string, language: Language) => string;
};

const notRead = ({ unread }: Unread, { t, message }: Language): string =>
  t('Not read: {unread}. Buyers see your text but cannot compare it.', { unread: message(unread) });

function sayPrice(text: string, currency: string, language: Language): string {
  const { t } = language;
  const read = readPrice(text, currency);
  if ('unread' in read) return notRead(read, language);
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

/** The end that makes a price one for the unit of the request, and how the price then reads. */
export type UnitOffer = { suffix: string; said: string };

/** Offers the unit of the request for a price that names none; null where that would not be read as one for it. */
export function offerUnit(text: string, currency: string, unit: string, language: Language): UnitOffer | null {
  const [read, wanted] = [readPrice(text, currency), readUnit(unit)];
  if ('unread' in read || read.per || 'unread' in wanted) return null;
  const suffix = `/${sayAmount(wanted.count, wanted.unit)}`;
  const offered = readPrice(text.trim() + suffix, currency);
  const isAsMeant =
    !('unread' in offered) &&
    offered.value === read.value &&
    offered.currency === read.currency &&
    offered.per !== null &&
    convertUnit(offered.per.count, offered.per.unit, wanted.unit) === wanted.count;
  return isAsMeant ? { suffix, said: priceText(offered, language) } : null;
}

/** Repeats the parsed amount ("500 kg"), unless the field already says it. */
const echo = (text: string, said: string, { t }: Language): string =>
  text.trim().toLowerCase() === said.toLowerCase() ? '' : t('We read: {price}', { price: said });

function sayQuantity(text: string, language: Language): string {
  const read = readQuantity(text);
  return 'unread' in read ? notRead(read, language) : echo(text, quantityText(read, language), language);
}

function sayDeliveryTime(text: string, language: Language): string {
  const read = readDeliveryTime(text);
  if ('unread' in read) return notRead(read, language);
  return echo(text, language.plural(read.days, { one: '{n} day', other: '{n} days' }), language);
}

/** Parser and echo of each amount. */
export const AMOUNTS: Readonly<Record<AmountName, Amount>> = {
  price: { read: readPrice, say: sayPrice },
  quantity: { read: readQuantity, say: (text, _currency, language) => sayQuantity(text, language) },
  deliveryTime: { read: readDeliveryTime, say: (text, _currency, language) => sayDeliveryTime(text, language) },
};
