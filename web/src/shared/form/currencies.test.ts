import { expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { currencyOptions } from './currencies.ts';

const codesIn = (options: ReturnType<typeof currencyOptions>) =>
  options.flatMap(({ items }) => items.map(({ value }) => value));

test('each currency is offered once, common ones first', () => {
  const codes = codesIn(currencyOptions(ENGLISH));
  expect(codes.slice(0, 3)).toEqual(['USD', 'EUR', 'GBP']);
  expect(new Set(codes).size).toBe(codes.length);
});

test.each(['DEM', 'FRF', 'HRK', 'BGN', 'ANG'])('%s, which is no money any more, is not offered', (code) => {
  expect(codesIn(currencyOptions(ENGLISH))).not.toContain(code);
});

test('a currency of the past stays an option where it was chosen', () => {
  expect(codesIn(currencyOptions(ENGLISH, 'DEM')).filter((code) => code === 'DEM')).toEqual(['DEM']);
});
