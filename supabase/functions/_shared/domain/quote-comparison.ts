import {
  readDeliveryTime,
  readPrice,
  readQuantity,
  type DeliveryTime,
  type Price,
  type Quantity,
  type Unread,
} from './amounts.ts';
import { convertMoney, hasCurrentRate, isRateCurrent, type ExchangeRates } from './exchange-rates.ts';
import type { ShownStatus } from './quote-status.ts';
import { convertUnit, unitOf, type Unit } from './units.ts';

/** What is compared of a quote. `rating` is the average of its supplier, null without reviews. */
export type ComparedQuote = {
  id: number;
  price: string;
  currency: string;
  quantity: string;
  deliveryTime: string;
  rating: number | null;
  status: ShownStatus;
};

/** How much the request asks for; null where it does not say. */
export type WantedQuantity = { quantity: number; unit: string | null } | null;

/** Why something is not compared: "Not comparable: the price names no unit". */
export type NotComparable = { problem: string };

/**
 * An amount of money in the currency that was asked for; `day` is that of the exchange rate, null where none was needed.
 * Without a rate it stays in its own currency and `missingRate` names the one that is missing.
 */
export type ShownMoney = {
  value: number;
  currency: string;
  day: string | null;
  isRateOld: boolean;
  missingRate: string | null;
};

export type ComparedColumn = {
  id: number;
  price: Price | Unread;
  unitPrice: ShownMoney | NotComparable;
  /** For the wanted quantity; null where the request names none. */
  total: ShownMoney | NotComparable | null;
  minimum: Quantity | Unread;
  /** What the minimum quantity costs. */
  minimumOrder: ShownMoney | NotComparable;
  /** Whether the minimum is more than what is wanted; null where that cannot be said. */
  isMinimumTooMuch: boolean | null;
  delivery: DeliveryTime | Unread;
  isBestPrice: boolean;
  isFastest: boolean;
  isBestRated: boolean;
};

export type Comparison = {
  columns: ComparedColumn[];
  /** The unit of all unit prices; null where no price names one. */
  unit: Unit | null;
  /** Currencies without a current rate, because of which no price is marked; empty where prices could be compared. */
  withoutCurrentRate: string[];
};

export type ComparisonOptions = {
  wanted: WantedQuantity;
  /** The currency to show unit prices and totals in. */
  currency: string;
  rates: ExchangeRates;
  /** In UTC. */
  today: string;
};

/** Only these can still be chosen, or have been: all others are shown, and never the best. */
const MARKED: readonly ShownStatus[] = ['pending', 'shortlisted', 'accepted'];

/** Two computed numbers that differ less than this share of themselves are one: 1.16 per kg and 1,160 per t. */
const TOLERANCE = 1e-9;

/** The currency most of the quotes name; of several the first. */
export function usualCurrency(quotes: readonly Pick<ComparedQuote, 'price' | 'currency'>[]): string | null {
  return mostFrequent(
    quotes.map(({ price, currency }) => {
      const read = readPrice(price, currency);
      return 'unread' in read ? currency : read.currency;
    }),
  );
}

/**
 * Compares quotes: each price per one common unit and for the wanted quantity, and which is cheapest, fastest and best rated, with
 * all ties. What cannot be compared says why. Currencies are compared by current rates or not at all:
 * docs/decisions.md#no-mark-crosses-currencies-without-a-current-rate.
 */
export function compareQuotes(
  quotes: readonly ComparedQuote[],
  { wanted, currency, rates, today }: ComparisonOptions,
): Comparison {
  const wantedUnit = wanted?.unit ? unitOf(wanted.unit) : null;
  const read = quotes.map((quote) => ({ quote, price: readPrice(quote.price, quote.currency) }));
  const unit = commonUnit(
    read.flatMap(({ price }) => ('unread' in price || !price.per ? [] : [price.per.unit])),
    wantedUnit,
  );
  const show = (value: number, own: string): ShownMoney => {
    const converted = convertMoney(value, own, currency, rates);
    if (!converted) {
      const missingRate = [own, currency].find((code) => code !== 'USD' && !rates.has(code)) ?? own;
      return { value, currency: own, day: null, isRateOld: false, missingRate };
    }
    const isRateOld = converted.day !== null && !isRateCurrent(converted.day, today);
    return { value: converted.value, currency, day: converted.day, isRateOld, missingRate: null };
  };
  const computed = read.map(({ quote, price }) => {
    const perUnit = unit ? pricePer(price, unit, 1) : noUnit(price);
    const minimum = readQuantity(quote.quantity);
    const money = (amount: number | NotComparable) =>
      typeof amount === 'number' && !('unread' in price) ? show(amount, price.currency) : notComparable(amount);
    return {
      id: quote.id,
      price,
      ownUnitPrice: perUnit,
      unitPrice: money(perUnit),
      total: wanted && money(totalOf(price, wanted.quantity, wantedUnit)),
      minimum,
      minimumOrder: money(
        'unread' in minimum
          ? { problem: `Not comparable: ${minimum.unread}` }
          : totalOf(price, minimum.value, minimum.unit),
      ),
      isMinimumTooMuch: wanted && isMore(minimum, wanted.quantity, wantedUnit),
      delivery: readDeliveryTime(quote.deliveryTime),
      rating: quote.rating === null ? null : Number(quote.rating.toFixed(1)),
      isMarked: MARKED.includes(quote.status),
    };
  });

  const priced = computed.flatMap(({ id, price, ownUnitPrice, isMarked }) =>
    isMarked && typeof ownUnitPrice === 'number' && !('unread' in price)
      ? [{ id, value: ownUnitPrice, currency: price.currency }]
      : [],
  );
  const currencies = [...new Set(priced.map((each) => each.currency))];
  const withoutCurrentRate =
    currencies.length > 1 ? currencies.filter((code) => !hasCurrentRate(code, rates, today)) : [];
  const inOneCurrency =
    withoutCurrentRate.length > 0
      ? []
      : priced.map(({ id, value, currency: own }) => ({
          id,
          value: (currencies.length === 1 ? value : convertMoney(value, own, 'USD', rates)?.value) ?? Number.NaN,
        }));
  const cheapest = best(inOneCurrency, 'least');
  const inTime = computed.flatMap(({ id, delivery, isMarked }) =>
    isMarked && 'days' in delivery ? [{ id, value: delivery.days }] : [],
  );
  const fastest = best(inTime, 'least');
  const rated = computed.flatMap(({ id, rating, isMarked }) =>
    isMarked && rating !== null ? [{ id, value: rating }] : [],
  );
  const bestRated = best(rated, 'most');
  return {
    columns: computed.map(({ ownUnitPrice: _own, rating: _rating, isMarked: _isMarked, ...column }) => ({
      ...column,
      isBestPrice: cheapest.has(column.id),
      isFastest: fastest.has(column.id),
      isBestRated: bestRated.has(column.id),
    })),
    unit,
    withoutCurrentRate,
  };
}

const notComparable = (amount: number | NotComparable): NotComparable =>
  typeof amount === 'number' ? { problem: 'Not comparable' } : amount;

/** The unit that most prices name, in what the request wants if a price does; of several the smallest. */
function commonUnit(units: readonly Unit[], wanted: Unit | null): Unit | null {
  const isWanted = wanted !== null && units.some(({ dimension }) => dimension === wanted.dimension);
  const dimension = isWanted ? wanted.dimension : mostFrequent(units.map((unit) => unit.dimension));
  const within = units.filter((unit) => unit.dimension === dimension).sort((a, b) => a.size - b.size);
  const label = mostFrequent(within.map((unit) => unit.label));
  return within.find((unit) => unit.label === label) ?? null;
}

function mostFrequent(values: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return values.find((value) => counts.get(value) === most) ?? null;
}

function noUnit(price: Price | Unread): NotComparable {
  return { problem: `Not comparable: ${'unread' in price ? price.unread : 'the price names no unit'}` };
}

/** What so much of a unit costs, in the currency of the price. */
function pricePer(price: Price | Unread, unit: Unit, amount: number): number | NotComparable {
  if ('unread' in price || !price.per) return noUnit(price);
  if (price.value === 0) return { problem: 'Not comparable: the price is 0' };
  const inUnitsOfPrice = convertUnit(amount, unit, price.per.unit);
  if (inUnitsOfPrice === null) {
    return { problem: `Not comparable: priced per ${price.per.unit.label}, not per ${unit.label}` };
  }
  const value = (price.value / price.per.count) * inUnitsOfPrice;
  return Number.isFinite(value) ? value : { problem: 'Not comparable' };
}

function totalOf(price: Price | Unread, amount: number, unit: Unit | null): number | NotComparable {
  if ('unread' in price || !price.per) return noUnit(price);
  return unit ? pricePer(price, unit, amount) : { problem: 'Not comparable: the quantity names no unit' };
}

function isMore(minimum: Quantity | Unread, wanted: number, wantedUnit: Unit | null): boolean | null {
  if ('unread' in minimum || !minimum.unit || !wantedUnit) return null;
  const inWanted = convertUnit(minimum.value, minimum.unit, wantedUnit);
  return inWanted === null ? null : inWanted > wanted * (1 + TOLERANCE);
}

/** The ids of all that have the least or the most; none where there are not two to compare. */
function best(values: readonly { id: number; value: number }[], which: 'least' | 'most'): ReadonlySet<number> {
  if (values.length < 2) return new Set();
  const numbers = values.map(({ value }) => value);
  const extreme = which === 'least' ? Math.min(...numbers) : Math.max(...numbers);
  return new Set(
    values.filter(({ value }) => Math.abs(value - extreme) <= Math.abs(extreme) * TOLERANCE).map(({ id }) => id),
  );
}
