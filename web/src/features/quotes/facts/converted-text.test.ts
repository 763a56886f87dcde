import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ratesByCurrency } from '@domain/exchange-rates.ts';
import { compareQuotes, reckoningOf } from '@domain/quote-comparison.ts';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { convertedPrice, convertedTotal, linesOf, type Conversion } from './converted-text.ts';
import { equalDecimals, sayFigure } from './figures.ts';

const TODAY = '2026-11-22';
// Days of other years are shown with them.
beforeAll(() => vi.useFakeTimers({ now: Date.parse(TODAY) }));
afterAll(() => vi.useRealTimers());

const rates = ratesByCurrency([
  { currency: 'EUR', day: '2026-11-20', usdPerUnit: 1.16, source: 'Admin' },
  { currency: 'JPY', day: '2026-11-01', usdPerUnit: 0.0065, source: 'Admin' },
]);
const PIECE = { dimension: 'count', size: 1, label: 'piece' };
const to = (currency: string): Conversion => ({ unit: PIECE, currency, rates, today: TODAY });
const quote = (price: string, currency = 'USD') => ({ price, currency });

test.each([
  ['58 USD/piece FOB', 'EUR', ['≈ 50 EUR per piece', 'Rate of Nov 20']],
  ['10-12 EUR per 100 pcs', 'USD', ['≈ 0.1392 USD per piece', 'Rate of Nov 20']],
  ['58 USD/piece', 'JPY', ['≈ 8,923.10 JPY per piece', 'Rate of Nov 1, older than 7 days']],
  ['0.5 USD/piece', 'EUR', ['≈ 0.4310 EUR per piece', 'Rate of Nov 20']],
  ['52.4 USD/piece', 'EUR', ['≈ 45.17 EUR per piece', 'Rate of Nov 20']],
  ['642 EUR/dozen', 'EUR', ['= 53.50 EUR per piece']],
  ['110 USD/100 pcs', 'USD', ['= 1.10 USD per piece']],
  ['696 USD/dozen', 'EUR', ['≈ 50 EUR per piece', 'Rate of Nov 20']],
])('the price %j is %j in pieces and %s', (price, currency, lines) => {
  expect(linesOf(convertedPrice(quote(price), to(currency), ENGLISH))).toEqual(lines);
});

test.each([
  ['58 USD/piece', 'USD', 'is written so'],
  ['58 USD/unit', 'USD', 'is written so in another word'],
  ['58 USD/piece', 'SEK', 'has no rate'],
  ['58 USD/kg', 'EUR', 'is for another kind of unit'],
  ['58 USD', 'EUR', 'names no unit'],
  ['0 USD/piece', 'EUR', 'is 0'],
  ['on request', 'EUR', 'is not read'],
])('the price %j is not converted to %s: it %s', (price, currency) => {
  expect(convertedPrice(quote(price), to(currency), ENGLISH)).toBeNull();
});

test.each([
  ['58 USD/piece', 'EUR', ['≈ 120,000 EUR', 'Rate of Nov 20']],
  ['642 EUR/dozen', 'USD', ['≈ 148,940 USD', 'Rate of Nov 20']],
  ['58 USD/piece', 'USD', []],
  ['58 USD/piece', 'SEK', []],
  ['58 USD/kg', 'EUR', []],
])('2,400 pieces at %j in %s cost %j', (price, currency, lines) => {
  const total = convertedTotal(quote(price), { quantity: 2_400, unit: 'piece' }, to(currency), ENGLISH);
  expect(linesOf(total)).toEqual(lines);
});

test('the converted price of a quote is the unit price of its comparison', () => {
  const prices = ['642 EUR/dozen', '54.9 USD/piece', '1,380,000 VND/piece', '49.5 EUR/piece', '71 EUR/100 pcs'];
  const quotes = prices.map((price, id) => ({
    ...quote(price),
    id,
    quantity: '1 piece',
    deliveryTime: '1 day',
    shippingMethod: null,
    description: '',
    rating: null,
    status: 'pending' as const,
  }));
  const wanted = { quantity: 200, unit: 'dozen' };
  const reckoning = reckoningOf(quotes, { wanted, currency: null });
  expect(reckoning).toMatchObject({ unit: { label: 'dozen' }, currency: 'EUR' });
  const shown = { ...reckoning, rates, today: TODAY };
  const { columns, unit } = compareQuotes(quotes, { ...shown, wanted, incoterm: null });
  expect(unit).toEqual(reckoning.unit);
  for (const [index, each] of quotes.entries()) {
    const unitPrice = columns[index]?.unitPrice;
    if (!unitPrice || 'problem' in unitPrice) throw new Error(each.price);
    const said = linesOf(convertedPrice(each, shown, ENGLISH))[0];
    if (unitPrice.missingRate !== null || each.price.endsWith('EUR/dozen')) expect(said).toBeUndefined();
    else expect(said).toContain(`${sayFigure(unitPrice, equalDecimals([unitPrice]), 'en-US')} EUR per dozen`);
  }
});
