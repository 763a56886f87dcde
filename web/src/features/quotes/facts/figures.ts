import { sayNumber } from '@domain/amounts.ts';
import type { NotComparable, ShownMoney } from '@domain/quote-comparison.ts';

/** An exchange rate gives a converted amount no more digits than these. */
const CONVERTED_DIGITS = 5;

/** The decimals of an amount below 1. */
const SMALL_DIGITS = 4;

const isInCurrency = (amount: ShownMoney | NotComparable | null): amount is ShownMoney =>
  amount !== null && !('problem' in amount) && amount.missingRate === null;

const rounded = ({ value, day }: ShownMoney) => (day === null ? value : Number(value.toPrecision(CONVERTED_DIGITS)));

/** The decimals with which all amounts of a row in the common currency are written: none, two, or more below 1. */
export function equalDecimals(amounts: readonly (ShownMoney | NotComparable | null)[]): number {
  const values = amounts.filter(isInCurrency).map(rounded);
  const least = Math.min(...values.map(Math.abs).filter((value) => value > 0));
  const most = least >= 1 ? 2 : Math.min(SMALL_DIGITS - 1 - Math.floor(Math.log10(least)), 12);
  return values.every((value) => Number.isInteger(Number(value.toFixed(most)))) ? 0 : most;
}

/** An amount with the decimals of its row ("1.20", "≈ 23,200"); with its own if it has no exchange rate. */
export function sayFigure(amount: ShownMoney, decimals: number, locale: string): string {
  if (amount.missingRate !== null) return sayNumber(amount.value, locale);
  const written = rounded(amount).toLocaleString(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return amount.day === null ? written : `≈ ${written}`;
}
