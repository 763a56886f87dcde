import { readPrice, readQuantity, type Price, type Quantity } from './amounts.ts';
import { hasDecimalComma, NUMBER, type Unread } from './numbers.ts';

/** A number as English writes it: "1,380,000", "49.50". */
const ENGLISH_NUMBER = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/;

/**
 * The text of a supplier in the number format of the reader. Only numbers that were read as amounts change, and a text
 * that was not read stays as written.
 */
function inReadersFormat(text: string, read: (text: string) => Price | Quantity | Unread, locale: string): string {
  if (!hasDecimalComma(locale)) return text;
  const amount = read(text);
  if ('unread' in amount) return text;
  const { value, from } = amount;
  const sign = new Map(new Intl.NumberFormat(locale).formatToParts(1_234_567.5).map((part) => [part.type, part.value]));
  return text.replace(new RegExp(NUMBER, 'g'), (digits) =>
    ENGLISH_NUMBER.test(digits) && [value, from].includes(Number(digits.replaceAll(',', '')))
      ? digits.replace(/[.,]/g, (each) => sign.get(each === '.' ? 'decimal' : 'group') ?? each)
      : digits,
  );
}

/** The text of a price in the number format of the reader. The currency applies if the text names none. */
export const priceInFormat = (text: string, currency: string, locale: string): string =>
  inReadersFormat(text, (price) => readPrice(price, currency), locale);

/** The text of a quantity in the number format of the reader: "80.000 sets". */
export const quantityInFormat = (text: string, locale: string): string => inReadersFormat(text, readQuantity, locale);

/** The values in a list of changes, by the English name of what changed; texts of other names stay as they are. */
export const changeInFormat =
  (locale: string) =>
  (name: string, text: string): string => {
    // A change does not name the currency of the quote; the numbers are read alike in almost any.
    if (name === 'price') return priceInFormat(text, 'USD', locale);
    return name === 'minimum quantity' ? quantityInFormat(text, locale) : text;
  };
