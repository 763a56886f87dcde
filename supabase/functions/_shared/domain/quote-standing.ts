import { readDeliveryTime, readPrice } from './amounts.ts';
import { convertMoney, isRateCurrent, type ExchangeRates } from './exchange-rates.ts';
import { pricePer, termsOf, totalOf, unlike, type ComparedQuote, type NotComparable } from './quote-comparison.ts';
import { readUnit } from './units.ts';

const DAY_MS = 86_400_000;

/** The buyer's wishes. Each part is null if the request does not name it. */
export type Asked = {
  /** Price of one `unit`. */
  target: { price: number; currency: string } | null;
  unit: string | null;
  /** In UTC: "2026-12-20". */
  neededBy: string | null;
  incoterm: string | null;
};

/** How a quote stands against what the buyer asked for. */
export type Standing = {
  /** The share by which the price exceeds the target (0.05) or stays below it (-0.05); null without a target. */
  overTarget: number | NotComparable | null;
  /** Days from the needed-by day to the arrival, if accepted today; at most 0 is in time. Null if one is unknown. */
  daysLate: number | null;
  /** The Incoterm that the quote itself names. */
  incoterm: string | null;
};

/**
 * Compares a quote with what the buyer asked for. The price is compared with the target only on the terms of the
 * request, in one unit, and in one currency or by a current rate.
 * @param today the current day in UTC
 */
export function standingOf(
  quote: ComparedQuote,
  asked: Asked,
  { rates, today }: { rates: ExchangeRates; today: string },
): Standing {
  const delivery = readDeliveryTime(quote.deliveryTime);
  const price = readPrice(quote.price, quote.currency);
  return {
    overTarget: asked.target && overTarget(quote, { ...asked, target: asked.target }, rates, today),
    daysLate:
      asked.neededBy === null || 'unread' in delivery
        ? null
        : delivery.days - Math.round((Date.parse(asked.neededBy) - Date.parse(today)) / DAY_MS),
    incoterm: termsOf(quote, price, null).incoterm,
  };
}

function overTarget(
  quote: ComparedQuote,
  { target, unit, incoterm }: Asked & { target: NonNullable<Asked['target']> },
  rates: ExchangeRates,
  today: string,
): number | NotComparable {
  const price = readPrice(quote.price, quote.currency);
  if ('unread' in price) return { problem: `Not comparable: ${price.unread}` };
  const counted = unit === null ? null : readUnit(unit);
  if (!counted) return { problem: 'Not comparable: the quantity names no unit' };
  if ('unread' in counted) return { problem: `Not comparable: ${counted.unread}` };
  const own = pricePer(price, counted, 1);
  if (typeof own !== 'number') return own;
  if (unlike([termsOf(quote, price, incoterm), { incoterm, tax: null }]).length > 0) {
    return { problem: 'Not comparable: the terms are not those of the request' };
  }
  const converted = convertMoney(own, price.currency, target.currency, rates);
  if (!converted || (converted.day !== null && !isRateCurrent(converted.day, today))) {
    return { problem: 'Not comparable: there is no exchange rate of the last 7 days' };
  }
  return converted.value / target.price - 1;
}

/** The cost of a quantity in the currency of the price, or null if price and quantity do not say it. */
export function totalCost(
  { price: written, currency }: Pick<ComparedQuote, 'price' | 'currency'>,
  { quantity, unit }: { quantity: number; unit: string | null },
): { value: number; currency: string } | null {
  const price = readPrice(written, currency);
  const value = totalOf(price, quantity, unit === null ? null : readUnit(unit));
  return 'unread' in price || typeof value !== 'number' ? null : { value, currency: price.currency };
}
