import { readPrice, sayNumber } from '@domain/amounts.ts';
import { convertMoney, isRateCurrent, type ExchangeRates } from '@domain/exchange-rates.ts';
import { totalCost } from '@domain/quote-standing.ts';
import { NO_TERMS } from '@domain/trade-terms.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { priceText } from './price-text.ts';
import type { Quote } from './shown-quote.ts';

/** An exchange rate gives a converted amount no more digits than these. */
export const CONVERTED_DIGITS = 5;

/** The currency to convert to, by the rates of the day (in UTC). */
export type Conversion = { currency: string; rates: ExchangeRates; today: string };

/** With cents from 1 on, else with four digits, as amounts are shown. */
const rounded = (value: number): number =>
  Number(Math.abs(value) >= 1 ? Number(value.toPrecision(CONVERTED_DIGITS)).toFixed(2) : value.toPrecision(4));

/** The converted amount and the day of the rate as lines; none in one currency and without a rate. */
function converted(
  own: string,
  { currency, rates, today }: Conversion,
  { t, calendarDay }: Language,
  say: (convert: (value: number) => number) => string,
): string[] {
  const rate = convertMoney(1, own, currency, rates);
  if (!rate || rate.day === null) return [];
  const day = calendarDay(rate.day);
  const said = isRateCurrent(rate.day, today)
    ? t('Rate of {day}', { day })
    : t('Rate of {day}, older than 7 days', { day });
  return [`≈ ${say((value) => rounded(value * rate.value))}`, said];
}

/** The price in another currency: "≈ 50.3 EUR per piece", "Rate of Nov 20"; empty if it needs or has no conversion. */
export function convertedPrice(
  { price, currency }: Pick<Quote, 'price' | 'currency'>,
  conversion: Conversion,
  language: Language,
): string[] {
  const read = readPrice(price, currency);
  if ('unread' in read) return [];
  return converted(read.currency, conversion, language, (convert) =>
    priceText(
      {
        ...read,
        value: convert(read.value),
        from: read.from === null ? null : convert(read.from),
        currency: conversion.currency,
        terms: NO_TERMS,
      },
      language,
    ),
  );
}

/** The cost of a quantity in another currency: "≈ 120,720 EUR", "Rate of Nov 20"; empty as for the price. */
export function convertedTotal(
  quote: Pick<Quote, 'price' | 'currency'>,
  wanted: { quantity: number; unit: string | null },
  conversion: Conversion,
  language: Language,
): string[] {
  const total = totalCost(quote, wanted);
  if (!total) return [];
  return converted(
    total.currency,
    conversion,
    language,
    (convert) => `${sayNumber(convert(total.value), language.locale)} ${conversion.currency}`,
  );
}
