import { readPrice } from '@domain/amounts.ts';
import {
  totalIn,
  unitPriceIn,
  type NotComparable,
  type Reckoning,
  type Shown,
  type ShownMoney,
} from '@domain/quote-comparison.ts';
import type { Unit } from '@domain/units.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { equalDecimals, sayFigure } from './figures.ts';
import { amountText } from './price-text.ts';
import type { Quote } from './shown-quote.ts';

/** What the quotes on a request are reckoned in, and the rates for that. */
export type Conversion = Reckoning & Shown;

/** An amount as the comparison has it: "≈ 120,720 EUR", "53.50 EUR"; null where that has none, or no rate for it. */
function figureOf(money: ShownMoney | NotComparable, { locale }: Language): { text: string; money: ShownMoney } | null {
  if ('problem' in money || money.missingRate !== null) return null;
  return { text: `${sayFigure(money, equalDecimals([money]), locale)} ${money.currency}`, money };
}

/** An amount in words, and the day of its exchange rate, if one was needed. */
export type Converted = { amount: string; rate: string | null; isRateOld: boolean };

function converted(amount: string, { day, isRateOld }: ShownMoney, { t, calendarDay }: Language): Converted {
  if (day === null) return { amount, rate: null, isRateOld };
  const said = calendarDay(day);
  const rate = isRateOld ? t('Rate of {day}, older than 7 days', { day: said }) : t('Rate of {day}', { day: said });
  return { amount, rate, isRateOld };
}

/** Both as lines; none for null. */
export const linesOf = (shown: Converted | null): string[] => (shown ? [shown.amount, shown.rate ?? []].flat() : []);

const isOne = (per: { count: number; unit: Unit } | null, unit: Unit): boolean =>
  per?.count === 1 && per.unit.size === unit.size;

/**
 * The unit price of the comparison, where it is not what the supplier wrote: "≈ 50.30 EUR per piece" with "Rate of Nov 20",
 * or "= 53.50 EUR per piece". Null where the comparison has none.
 */
export function convertedPrice(
  { price, currency }: Pick<Quote, 'price' | 'currency'>,
  conversion: Conversion,
  language: Language,
): Converted | null {
  const read = readPrice(price, currency);
  const { unit } = conversion;
  const figure = figureOf(unitPriceIn(read, unit, conversion), language);
  if (!figure || !unit || 'unread' in read) return null;
  const { text, money } = figure;
  if (money.day === null && isOne(read.per, unit)) return null;
  const said = language.t('{price} per {unit}', { price: text, unit: amountText(1, unit, language) });
  return converted(money.day === null ? `= ${said}` : said, money, language);
}

/** The cost of a quantity in another currency: "≈ 120,720 EUR", "Rate of Nov 20"; null as for the price. */
export function convertedTotal(
  { price, currency }: Pick<Quote, 'price' | 'currency'>,
  wanted: { quantity: number; unit: string | null },
  conversion: Conversion,
  language: Language,
): Converted | null {
  const figure = figureOf(totalIn(readPrice(price, currency), wanted, conversion), language);
  return figure && figure.money.day !== null ? converted(figure.text, figure.money, language) : null;
}
