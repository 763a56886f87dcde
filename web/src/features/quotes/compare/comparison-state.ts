import type { Param } from '@/shared/address/param.ts';
import { flag, list, oneOf, optional } from '@/shared/address/param.ts';

/** Minimum and maximum number of compared quotes. */
export const COMPARED_MIN = 2;
export const COMPARED_MAX = 6;

/** Rows of a comparison, in order. */
export const COMPARISON_ROWS = [
  'price',
  'target',
  'neededBy',
  'incoterm',
  'status',
  'unitPrice',
  'total',
  'minimum',
  'minimumOrder',
  'delivery',
  'rating',
  'match',
  'way',
  'payment',
  'shipping',
  'account',
  'documents',
  'valid',
  'description',
] as const;
export type ComparisonRowKey = (typeof COMPARISON_ROWS)[number];

/** Ids of the chosen quotes, ascending; empty for none. */
const ids: Param<number[]> = {
  read: (...texts) =>
    list
      .read(...texts)
      .filter((each) => /^[1-9]\d{0,14}$/.test(each))
      .map(Number)
      .sort((a, b) => a - b),
  write: (values) => values.map(String),
};

/** A code of three letters, in upper or lower case. */
const code: Param<string> = {
  read: (value = '') => (/^[a-z]{3}$/i.test(value) ? value.toUpperCase() : ''),
  write: (value) => (value === '' ? [] : [value]),
};

/** URL state of a comparison: quotes, currency of computed values, sorted row, and whether equal rows are hidden. */
export const comparisonAddress = {
  with: ids,
  currency: code,
  sort: optional(COMPARISON_ROWS),
  order: oneOf(['asc', 'desc'], 'asc'),
  differences: flag,
};

/** The quotes to compare: those of the URL that exist, else all, or the first six that can still be chosen. */
export function comparedOf<Quote extends { id: number }>(
  quotes: readonly Quote[],
  asked: readonly number[],
  isOpen: (quote: Quote) => boolean,
): Quote[] {
  const chosen = quotes.filter(({ id }) => asked.includes(id)).slice(0, COMPARED_MAX);
  if (chosen.length >= COMPARED_MIN) return chosen;
  const openFirst = [...quotes].sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
  const shown = new Set(openFirst.slice(0, COMPARED_MAX));
  return quotes.filter((quote) => shown.has(quote));
}
