import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ratesByCurrency } from '@domain/exchange-rates.ts';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { convertedPrice, convertedTotal, type Conversion } from './converted-text.ts';

const TODAY = '2026-11-22';
// Days of other years are shown with them.
beforeAll(() => vi.useFakeTimers({ now: Date.parse(TODAY) }));
afterAll(() => vi.useRealTimers());

const rates = ratesByCurrency([
  { currency: 'EUR', day: '2026-11-20', usdPerUnit: 1.16, source: 'Admin' },
  { currency: 'JPY', day: '2026-11-01', usdPerUnit: 0.0065, source: 'Admin' },
]);
const to = (currency: string): Conversion => ({ currency, rates, today: TODAY });
const quote = (price: string, currency = 'USD') => ({ price, currency });

test.each([
  ['58 USD/piece FOB', 'EUR', ['≈ 50 EUR per piece', 'Rate of Nov 20']],
  ['10-12 EUR per 100 pcs', 'USD', ['≈ 11.6 to 13.92 USD per 100 pieces', 'Rate of Nov 20']],
  ['58 USD/piece', 'JPY', ['≈ 8,923.1 JPY per piece', 'Rate of Nov 1, older than 7 days']],
  ['58 USD/piece', 'USD', []],
  ['0.5 USD/piece', 'EUR', ['≈ 0.431 EUR per piece', 'Rate of Nov 20']],
  ['52.4 USD/piece', 'EUR', ['≈ 45.17 EUR per piece', 'Rate of Nov 20']],
  ['58 USD/piece', 'SEK', []],
  ['on request', 'EUR', []],
])('the price %j reads in %s as %j', (price, currency, lines) => {
  expect(convertedPrice(quote(price), to(currency), ENGLISH)).toEqual(lines);
});

test.each([
  ['58 USD/piece', 'EUR', ['≈ 120,000 EUR', 'Rate of Nov 20']],
  ['58 USD/piece', 'USD', []],
  ['58 USD/piece', 'SEK', []],
  ['58 USD/kg', 'EUR', []],
])('2,400 pieces at %j in %s cost %j', (price, currency, lines) => {
  expect(convertedTotal(quote(price), { quantity: 2_400, unit: 'piece' }, to(currency), ENGLISH)).toEqual(lines);
});
