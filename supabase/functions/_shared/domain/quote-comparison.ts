import { readDeliveryTime, readPrice, readQuantity, type DeliveryTime, type Price, type Quantity } from './amounts.ts';
import type { Unread } from './numbers.ts';
import { convertMoney, hasCurrentRate, isRateCurrent, type ExchangeRates } from './exchange-rates.ts';
import type { ShownStatus } from './quote-status.ts';
import { readTerms, sayTerms, together, type Terms } from './trade-terms.ts';
import { convertUnit, readUnit, type CountedUnit, type Unit } from './units.ts';

/** The compared facts of a quote. `rating` is the supplier's average, null without reviews. */
export type ComparedQuote = {
  id: number;
  price: string;
  currency: string;
  quantity: string;
  deliveryTime: string;
  /** Both can contain the terms of the price. */
  shippingMethod: string | null;
  description: string;
  rating: number | null;
  status: ShownStatus;
};

/** The quantity of the request; null if it names none. */
export type WantedQuantity = { quantity: number; unit: string | null } | null;

/** The reason why a value is not compared: "Not comparable: the price names no unit". */
export type NotComparable = { problem: string };

/**
 * An amount of money in the requested currency; `day` is that of the exchange rate, null if none was needed. Without a
 * rate it stays in its own currency, and `missingRate` names the missing one.
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
  /** The terms of the price, from any part of the quote. */
  terms: Terms;
  unitPrice: ShownMoney | NotComparable;
  /** The cost of the wanted quantity; null if the request names none. */
  total: ShownMoney | NotComparable | null;
  minimum: Quantity | Unread;
  /** The cost of the minimum quantity. */
  minimumOrder: ShownMoney | NotComparable;
  /** Whether the minimum exceeds the wanted quantity; null if they cannot be compared. */
  isMinimumTooMuch: boolean | null;
  delivery: DeliveryTime | Unread;
  isBestPrice: boolean;
  isFastest: boolean;
  isBestRated: boolean;
};

export type Comparison = {
  columns: ComparedColumn[];
  /** The unit of all unit prices; null if no price names one. */
  unit: Unit | null;
  /** Currencies without a current rate, because of which no price is marked; empty if prices could be compared. */
  withoutCurrentRate: string[];
  /** The differing terms of the prices, because of which none is marked: "DDP", "EXW". Empty if all are on the same terms. */
  unlikeTerms: string[];
};

/** What all quotes on a request are reckoned in. */
export type Reckoning = {
  /** The unit of the unit prices; null if no price names one. */
  unit: Unit | null;
  currency: string;
};

/** The currency to show an amount in, by the newest rates. */
export type Shown = {
  currency: string;
  rates: ExchangeRates;
  /** The current day in UTC. */
  today: string;
};

export type ComparisonOptions = Shown & {
  wanted: WantedQuantity;
  /** The unit in which all quotes on the request are reckoned, where these are only some of them. */
  unit?: Unit | null;
  /** The requested Incoterm, which applies to quotes that name none. */
  incoterm: string | null;
};

/** Statuses of quotes that can still be chosen or have been; all others are shown, but never marked as best. */
const MARKED: readonly ShownStatus[] = ['pending', 'shortlisted', 'accepted'];

/** Relative tolerance for equal numbers: 1.16 per kg and 1,160 per t. */
const TOLERANCE = 1e-9;

/** Of currencies that equally many quotes name, the ones that most buyers reckon in. */
const PREFERRED_CURRENCIES: readonly string[] = ['USD', 'EUR'];

/** The currency of most quotes; of several US dollar, euro or the first. */
export function usualCurrency(quotes: readonly Pick<ComparedQuote, 'price' | 'currency'>[]): string | null {
  return mostFrequent(
    quotes.map(({ price, currency }) => {
      const read = readPrice(price, currency);
      return 'unread' in read ? currency : read.currency;
    }),
    PREFERRED_CURRENCIES,
  );
}

const wantedUnitOf = (wanted: WantedQuantity): CountedUnit | Unread | null =>
  wanted?.unit ? readUnit(wanted.unit) : null;

/** The units that prices are for. */
const unitsOf = (prices: readonly (Price | Unread)[]): Unit[] =>
  prices.flatMap((price) => ('unread' in price || !price.per ? [] : [price.per.unit]));

/**
 * The unit and currency of a request, in which its comparison and every other place show unit prices: those that it names,
 * else those of most of its quotes.
 * @param quotes all quotes on the request
 * @param currency that of its target price
 */
export function reckoningOf(
  quotes: readonly Pick<ComparedQuote, 'price' | 'currency'>[],
  { wanted, currency }: { wanted: WantedQuantity; currency: string | null },
): Reckoning {
  const wantedUnit = wantedUnitOf(wanted);
  return {
    unit: commonUnit(
      unitsOf(quotes.map(({ price, currency: own }) => readPrice(price, own))),
      wantedUnit && 'unit' in wantedUnit ? wantedUnit.unit : null,
    ),
    currency: currency ?? usualCurrency(quotes) ?? 'USD',
  };
}

/** An amount in the currency of a price, as it is shown in another one. */
function moneyIn(
  amount: number | NotComparable,
  price: Price | Unread,
  { currency, rates, today }: Shown,
): ShownMoney | NotComparable {
  if (typeof amount !== 'number' || 'unread' in price) return notComparable(amount);
  const own = price.currency;
  const converted = convertMoney(amount, own, currency, rates);
  if (!converted) {
    const missingRate = [own, currency].find((code) => code !== 'USD' && !rates.has(code)) ?? own;
    return { value: amount, currency: own, day: null, isRateOld: false, missingRate };
  }
  const isRateOld = converted.day !== null && !isRateCurrent(converted.day, today);
  return { value: converted.value, currency, day: converted.day, isRateOld, missingRate: null };
}

const perUnit = (price: Price | Unread, unit: Unit | null): number | NotComparable =>
  unit ? pricePer(price, { count: 1, unit }, 1) : noUnit(price);

/** What one unit costs by a price; the only way to a unit price, so that it is the same everywhere. */
export const unitPriceIn = (price: Price | Unread, unit: Unit | null, shown: Shown): ShownMoney | NotComparable =>
  moneyIn(perUnit(price, unit), price, shown);

/** What the wanted quantity costs by a price. */
export const totalIn = (
  price: Price | Unread,
  wanted: NonNullable<WantedQuantity>,
  shown: Shown,
): ShownMoney | NotComparable => moneyIn(totalOf(price, wanted.quantity, wantedUnitOf(wanted)), price, shown);

/**
 * Compares quotes: each price per common unit and for the wanted quantity, and marks the cheapest, fastest and best
 * rated, with all ties. Values that cannot be compared carry the reason. Different currencies are only compared by
 * current rates, and prices on different terms are not compared:
 * docs/decisions.md#no-mark-crosses-currencies-without-a-current-rate, docs/decisions.md#no-mark-crosses-terms.
 */
export function compareQuotes(
  quotes: readonly ComparedQuote[],
  { wanted, unit: reckoned, incoterm, currency, rates, today }: ComparisonOptions,
): Comparison {
  const wantedUnit = wantedUnitOf(wanted);
  const read = quotes.map((quote) => ({ quote, price: readPrice(quote.price, quote.currency) }));
  const unit = commonUnit(
    unitsOf(read.map(({ price }) => price)),
    reckoned ?? (wantedUnit && 'unit' in wantedUnit ? wantedUnit.unit : null),
  );
  const shown = { currency, rates, today };
  const computed = read.map(({ quote, price }) => {
    const minimum = readQuantity(quote.quantity);
    return {
      id: quote.id,
      price,
      terms: termsOf(quote, price, incoterm),
      ownUnitPrice: perUnit(price, unit),
      unitPrice: unitPriceIn(price, unit, shown),
      total: wanted && totalIn(price, wanted, shown),
      minimum,
      minimumOrder: moneyIn(
        'unread' in minimum
          ? { problem: `Not comparable: ${minimum.unread}` }
          : totalOf(price, minimum.value, minimum.unit && { count: 1, unit: minimum.unit }),
        price,
        shown,
      ),
      isMinimumTooMuch: wanted && isMore(minimum, wanted.quantity, wantedUnit),
      delivery: readDeliveryTime(quote.deliveryTime),
      rating: quote.rating === null ? null : Number(quote.rating.toFixed(1)),
      isMarked: MARKED.includes(quote.status),
    };
  });

  const priced = computed.flatMap(({ id, price, terms, ownUnitPrice, isMarked }) =>
    isMarked && typeof ownUnitPrice === 'number' && !('unread' in price)
      ? [{ id, value: ownUnitPrice, currency: price.currency, terms }]
      : [],
  );
  const unlikeTerms = unlike(priced.map((each) => each.terms));
  const currencies = [...new Set(priced.map((each) => each.currency))];
  const withoutCurrentRate =
    currencies.length > 1 ? currencies.filter((code) => !hasCurrentRate(code, rates, today)) : [];
  const inOneCurrency =
    withoutCurrentRate.length > 0 || unlikeTerms.length > 0
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
    unlikeTerms,
  };
}

/** The terms of a quote: from its price and shipping method, else its description; the Incoterm falls back to the requested one. */
export function termsOf(quote: ComparedQuote, price: Price | Unread, wanted: string | null): Terms {
  const ofPrice = 'unread' in price ? readTerms(quote.price).terms : price.terms;
  const ofShipping = readTerms(quote.shippingMethod ?? '').terms;
  const ofDescription = readTerms(quote.description, undefined, true).terms;
  return {
    incoterm: together(ofPrice.incoterm, ofShipping.incoterm) ?? ofDescription.incoterm ?? wanted,
    tax: ofPrice.tax ?? ofShipping.tax ?? ofDescription.tax,
  };
}

/** The differing terms of several prices in words; empty if all are on the same terms. */
export function unlike(terms: readonly Terms[]): string[] {
  // A price on one of two terms matches no other, not even another such price.
  const differing = (said: readonly string[]) =>
    said.length > 1 && (new Set(said).size > 1 || said.some((term) => term.includes('/')))
      ? [...new Set(said)].sort()
      : [];
  return [
    ...differing(terms.map(({ incoterm }) => sayTerms({ incoterm, tax: null })[0] ?? 'no Incoterm')),
    ...differing(terms.map(({ tax }) => sayTerms({ incoterm: null, tax })[0] ?? 'tax not stated')),
  ];
}

const notComparable = (amount: number | NotComparable): NotComparable =>
  typeof amount === 'number' ? { problem: 'Not comparable' } : amount;

/**
 * The wanted unit if a price can be converted to it, so that prices stand next to a target price in the same unit; else
 * the most frequent one of the most frequent dimension, the smallest of several.
 */
function commonUnit(units: readonly Unit[], wanted: Unit | null): Unit | null {
  if (wanted !== null && units.some(({ dimension }) => dimension === wanted.dimension)) return wanted;
  const dimension = mostFrequent(units.map((unit) => unit.dimension));
  const within = units.filter((unit) => unit.dimension === dimension).sort((a, b) => a.size - b.size);
  const label = mostFrequent(within.map((unit) => unit.label));
  return within.find((unit) => unit.label === label) ?? null;
}

/** The most frequent value; of several the first of `preferred`, else the first. */
function mostFrequent(values: readonly string[], preferred: readonly string[] = []): string | null {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...preferred, ...values].find((value) => counts.get(value) === most) ?? null;
}

function noUnit(price: Price | Unread): NotComparable {
  return { problem: `Not comparable: ${'unread' in price ? price.unread : 'the price names no unit'}` };
}

/** The price of `count` units, in the currency of the quote. */
export function pricePer(price: Price | Unread, { count, unit }: CountedUnit, amount: number): number | NotComparable {
  if ('unread' in price || !price.per) return noUnit(price);
  if (price.value === 0) return { problem: 'Not comparable: the price is 0' };
  const inUnitsOfPrice = convertUnit(amount * count, unit, price.per.unit);
  if (inUnitsOfPrice === null) {
    return { problem: `Not comparable: priced per ${price.per.unit.label}, not per ${unit.label}` };
  }
  const value = (price.value / price.per.count) * inUnitsOfPrice;
  return Number.isFinite(value) ? value : { problem: 'Not comparable' };
}

/**
 * What an amount costs, in the currency of the price.
 * @param price as read by `readPrice`
 * @param amount number of `unit`s
 * @param unit as read by `readUnit`; null if none is named
 */
export function totalOf(
  price: Price | Unread,
  amount: number,
  unit: CountedUnit | Unread | null,
): number | NotComparable {
  if ('unread' in price || !price.per) return noUnit(price);
  if (!unit) return { problem: 'Not comparable: the quantity names no unit' };
  return 'unread' in unit ? { problem: `Not comparable: ${unit.unread}` } : pricePer(price, unit, amount);
}

function isMore(minimum: Quantity | Unread, wanted: number, wantedUnit: CountedUnit | Unread | null): boolean | null {
  if ('unread' in minimum || !minimum.unit || !wantedUnit || 'unread' in wantedUnit) return null;
  const inWanted = convertUnit(minimum.value, minimum.unit, wantedUnit.unit);
  return inWanted === null ? null : inWanted > wanted * wantedUnit.count * (1 + TOLERANCE);
}

/** The ids with the lowest or highest value; empty for fewer than two values. */
function best(values: readonly { id: number; value: number }[], which: 'least' | 'most'): ReadonlySet<number> {
  if (values.length < 2) return new Set();
  const numbers = values.map(({ value }) => value);
  const extreme = which === 'least' ? Math.min(...numbers) : Math.max(...numbers);
  return new Set(
    values.filter(({ value }) => Math.abs(value - extreme) <= Math.abs(extreme) * TOLERANCE).map(({ id }) => id),
  );
}
