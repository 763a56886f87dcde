import { z } from 'zod';

import { EXCHANGE_RATE_DAYS_MAX, EXCHANGE_RATE_MAX, EXCHANGE_RATE_MIN } from './limits.ts';
import { typedNumber } from './typed-number.ts';

/** The base currency of all rates. */
export const BASE_CURRENCY = 'USD';

/** The value of one unit of a currency in US dollars on a day ("2026-11-20"). */
export type ExchangeRate = { currency: string; day: string; usdPerUnit: number; source: string };

/** The newest rate of each currency. */
export type ExchangeRates = ReadonlyMap<string, ExchangeRate>;

/** A converted amount; `day` is that of the older rate used, null if none was needed. */
export type Converted = { value: number; day: string | null };

/** The rates by currency. */
export const ratesByCurrency = (rates: readonly ExchangeRate[]): ExchangeRates =>
  new Map(rates.map((rate) => [rate.currency, rate]));

/** Converts an amount; null if a rate is missing. The age of the rates is returned, not judged. */
export function convertMoney(value: number, from: string, to: string, rates: ExchangeRates): Converted | null {
  if (from === to) return { value, day: null };
  const used = [from, to].filter((currency) => currency !== BASE_CURRENCY).map((currency) => rates.get(currency));
  if (used.includes(undefined)) return null;
  const worth = (currency: string) =>
    currency === BASE_CURRENCY ? 1 : (rates.get(currency)?.usdPerUnit ?? Number.NaN);
  const days = used.map((rate) => rate?.day ?? '').sort();
  return { value: (value * worth(from)) / worth(to), day: days[0] ?? null };
}

/** Whether a rate is recent enough to decide which price is lower: at most seven days old. Both days are in UTC. */
export const isRateCurrent = (day: string, today: string): boolean =>
  Date.parse(today) - Date.parse(day) <= EXCHANGE_RATE_DAYS_MAX * 86_400_000;

/** Whether a currency can currently be compared with others. */
export function hasCurrentRate(currency: string, rates: ExchangeRates, today: string): boolean {
  if (currency === BASE_CURRENCY) return true;
  const rate = rates.get(currency);
  return rate !== undefined && isRateCurrent(rate.day, today);
}

const RATE_RANGE = `A rate from ${EXCHANGE_RATE_MIN.toFixed(9)} to ${EXCHANGE_RATE_MAX.toLocaleString('en-US')}`;
const rateNumber = z.number(RATE_RANGE).min(EXCHANGE_RATE_MIN, RATE_RANGE).max(EXCHANGE_RATE_MAX, RATE_RANGE);
const CODE_TEXT = `A currency code of three letters other than ${BASE_CURRENCY}`;

/** The form in which admins enter a rate. */
export const exchangeRateFormSchema = z.object({
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, CODE_TEXT)
    .refine((code) => code !== BASE_CURRENCY, CODE_TEXT),
  day: z.iso.date('A day of the last year'),
  usdPerUnit: typedNumber(RATE_RANGE).pipe(rateNumber),
});

/** More than the number of existing currencies. */
const CURRENCIES_MAX = 400;
const CODE = /^[A-Z]{3}$/;

/** The answer of the rates URL: units of each currency for one unit of `base`. */
const answerSchema = z.object({
  base: z.string().regex(CODE),
  date: z.iso.date(),
  rates: z
    .record(z.string().max(20), z.number().positive())
    .refine((rates) => Object.keys(rates).length <= CURRENCIES_MAX, `More than ${CURRENCIES_MAX} currencies`),
});

/** The rates of a day for the database: US dollars per unit. */
export type DayRates = { day: string; usdPerUnit: Record<string, number> };

/**
 * Parses the answer of the rates URL. One invalid number invalidates the whole answer; keys that are not currency codes
 * are ignored.
 * @throws ZodError or Error with the reason
 */
export function readRatesAnswer(answer: unknown): DayRates {
  const { base, date, rates } = answerSchema.parse(answer);
  const perBase = { ...rates, [base]: 1 };
  const dollars = perBase[BASE_CURRENCY];
  if (dollars === undefined) throw new Error(`The answer has no rate for ${BASE_CURRENCY}`);
  const usdPerUnit: Record<string, number> = {};
  for (const [currency, units] of Object.entries(perBase)) {
    if (currency === BASE_CURRENCY || !CODE.test(currency)) continue;
    usdPerUnit[currency] = rateNumber.parse(dollars / units);
  }
  return { day: date, usdPerUnit };
}
