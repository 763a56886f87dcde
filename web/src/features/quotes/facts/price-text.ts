import type { Price, Quantity } from '@domain/amounts.ts';
import { writeNumber } from '@domain/numbers.ts';
import { priceWithCurrency } from '@domain/quote-values.ts';
import { priceInFormat, quantityInFormat } from '@domain/shown-amounts.ts';
import { sayTerms, type Terms } from '@domain/trade-terms.ts';
import type { WantedQuantity } from '@domain/quote-comparison.ts';
import { pluralOf, readUnit, type Unit } from '@domain/units.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { countedUnit, unitName } from '@/shared/text/unit-words.ts';

/** A number with its unit: "100 pieces", "1 kg". */
function countText(count: number, written: string, unit: Unit, language: Language): string {
  const counted = countedUnit(count, written, unit.label, language);
  // A unit without translated forms keeps its English plural.
  return count !== 1 && counted.endsWith(` ${unit.label}`) ? `${written} ${pluralOf(unit)}` : counted;
}

/** An amount with its unit, omitting the number 1: "kg", "100 pieces". */
export const amountText = (count: number, unit: Unit, language: Language): string =>
  count === 1 ? unitName(unit.label, language) : countText(count, writeNumber(count, language.locale), unit, language);

/** The terms of a price: "FOB, tax excluded"; null for none. */
export const termsText = (terms: Terms, { message }: Language): string | null =>
  sayTerms(terms)
    .map((term) => message(term))
    .join(', ') || null;

function rangeText({ from, value }: { from: number | null; value: number }, { t, locale }: Language): string {
  const most = writeNumber(value, locale);
  return from === null ? most : t('{least} to {most}', { least: writeNumber(from, locale), most });
}

/**
 * A parsed price in words: "1.16 USD per kg, FOB", "10 to 12 EUR per 100 pieces", "250 USD". The text parses to the
 * same price.
 */
export function priceText(read: Price, language: Language): string {
  const price = `${rangeText(read, language)} ${read.currency}`;
  const { per } = read;
  const text = per
    ? language.t('{price} per {unit}', { price, unit: amountText(per.count, per.unit, language) })
    : price;
  return [text, termsText(read.terms, language)].filter(Boolean).join(', ');
}

/** A parsed quantity in words: "50,000 pieces", "100 to 200 kg". */
export function quantityText(read: Quantity, language: Language): string {
  const written = rangeText(read, language);
  return read.unit ? countText(read.value, written, read.unit, language) : written;
}

/** The wanted quantity: "20 t", "5,000". */
export function wantedText({ quantity, unit }: NonNullable<WantedQuantity>, language: Language): string {
  const written = writeNumber(quantity, language.locale);
  if (!unit) return written;
  const known = readUnit(unit);
  if ('unread' in known || known.count > 1) return `${written} ${unit}`;
  const amount = amountText(quantity, known.unit, language);
  return quantity === 1 ? `1 ${amount}` : amount;
}

/** The text of a price in the number format of the reader. The currency applies if the text names none. */
export const shownPriceText = (text: string, currency: string, language: Language): string =>
  priceInFormat(text, currency, language.locale);

/** The price as the supplier wrote it, with its currency, in the number format of the reader: "1.380.000 VND/piece". */
export const shownPrice = (quote: { price: string; currency: string }, language: Language): string =>
  shownPriceText(priceWithCurrency(quote), quote.currency, language);

/** The text of a quantity in the number format of the reader: "80.000 sets". */
export const shownQuantityText = (text: string, language: Language): string => quantityInFormat(text, language.locale);

/** The minimum quantity as the supplier wrote it, in the number format of the reader. */
export const shownQuantity = ({ quantity }: { quantity: string }, language: Language): string =>
  shownQuantityText(quantity, language);
