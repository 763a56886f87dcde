import { expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { wantedTotalText } from './wanted-total-text.ts';

test.each([
  ['4.85 EUR/piece', 'EUR', 12_000, 'pieces', 'Total for 12,000 pieces: 58,200 EUR'],
  ['462 EUR per 100 pieces', 'USD', 12_000, 'pcs', 'Total for 12,000 pcs: 55,440 EUR'],
  ['1.16/kg', 'USD', 20, 'tons', 'Total for 20 tons: 23,200 USD'],
  ['0.333/piece', 'USD', 10, 'pieces', 'Total for 10 pieces: 3.33 USD'],
  ['1.16/kg', 'USD', 20, 'pieces', 'Not comparable: priced per kg, not per piece'],
] as const)('the price %s in %s for %d %s totals: %s', (price, currency, quantity, unit, total) => {
  expect(wantedTotalText(price, currency, { quantity, unit }, ENGLISH)).toBe(total);
});

test.each([
  ['no price is typed', '', 20, 'kg'],
  ['the price has no unit', '1.16 USD', 20, 'kg'],
  ['the price cannot be read', 'on request', 20, 'kg'],
  ['no quantity is wanted', '1.16/kg', null, 'kg'],
  ['the quantity has no unit', '1.16/kg', 20, null],
] as const)('there is no total where %s', (_, price, quantity, unit) => {
  expect(wantedTotalText(price, 'USD', { quantity, unit }, ENGLISH)).toBeNull();
});
