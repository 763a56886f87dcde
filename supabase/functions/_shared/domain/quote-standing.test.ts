import { describe, expect, test } from 'vitest';
import { ratesByCurrency } from './exchange-rates.ts';
import type { ComparedQuote } from './quote-comparison.ts';
import { standingOf, totalCost, type Asked } from './quote-standing.ts';

const TODAY = '2026-11-22';
const RATES = ratesByCurrency([
  { currency: 'EUR', day: '2026-11-20', usdPerUnit: 1.25, source: 'Admin' },
  { currency: 'JPY', day: '2026-11-01', usdPerUnit: 0.0065, source: 'Admin' },
]);
const QUOTE: ComparedQuote = {
  id: 1,
  price: '1 USD/kg',
  currency: 'USD',
  quantity: '1 t',
  deliveryTime: '30 days',
  shippingMethod: null,
  description: '',
  rating: null,
  status: 'pending',
};
const ASKED: Asked = { target: { price: 1000, currency: 'USD' }, unit: 'ton', neededBy: null, incoterm: null };
const standing = (quote: Partial<ComparedQuote>, asked: Partial<Asked> = {}) =>
  standingOf({ ...QUOTE, ...quote }, { ...ASKED, ...asked }, { rates: RATES, today: TODAY });
const overTarget = (quote: Partial<ComparedQuote>, asked: Partial<Asked> = {}) => {
  const over = standing(quote, asked).overTarget;
  if (over === null) return null;
  return typeof over === 'number' ? Number(over.toFixed(6)) : over.problem;
};

describe('a quote against the target price', () => {
  test('[A615,A617] the price is compared in the unit and currency of the target', () => {
    expect(overTarget({})).toBe(0);
    expect(overTarget({ price: '0.95 USD/kg' })).toBe(-0.05);
    expect(overTarget({ price: '1,120 USD/t' })).toBe(0.12);
    expect(overTarget({ price: '0.90 EUR/kg' })).toBe(0.125);
    expect(overTarget({}, { target: null })).toBeNull();
    expect(overTarget({ price: '3 USD/set' }, { unit: 'set', target: { price: 2, currency: 'USD' } })).toBe(0.5);
  });

  test('[A615] unlike units, terms and currencies without a current rate are not compared with the target', () => {
    expect(overTarget({ price: '600 USD/pc' })).toBe('Not comparable: priced per piece, not per t');
    expect(overTarget({}, { unit: null })).toBe('Not comparable: the quantity names no unit');
    expect(overTarget({ price: '100 JPY/kg' })).toBe('Not comparable: there is no exchange rate of the last 7 days');
    expect(overTarget({ price: '100 CHF/kg' })).toBe('Not comparable: there is no exchange rate of the last 7 days');
    const unlike = 'Not comparable: the terms are not those of the request';
    expect(overTarget({ price: '1 USD/kg EXW' }, { incoterm: 'DAP' })).toBe(unlike);
    expect(overTarget({ price: '1 USD/kg EXW' })).toBe(unlike);
    expect(overTarget({ price: '1 USD/kg incl. VAT' }, { incoterm: 'DAP' })).toBe(unlike);
    expect(overTarget({ shippingMethod: 'Sea, DAP' }, { incoterm: 'DAP' })).toBe(0);
    expect(overTarget({}, { incoterm: 'DAP' })).toBe(0);
  });
});

test('the arrival is counted from today to the needed-by day', () => {
  expect(standing({}, { neededBy: '2026-12-22' }).daysLate).toBe(0);
  expect(standing({}, { neededBy: '2026-12-20' }).daysLate).toBe(2);
  expect(standing({ deliveryTime: '2-3 weeks' }, { neededBy: '2026-12-22' }).daysLate).toBe(-9);
  expect(standing({ deliveryTime: 'soon' }, { neededBy: '2026-12-22' }).daysLate).toBeNull();
  expect(standing({}).daysLate).toBeNull();
});

test('only an Incoterm that the quote names is its own', () => {
  expect(standing({}, { incoterm: 'DAP' }).incoterm).toBeNull();
  expect(standing({ shippingMethod: 'C&F Hamburg' }, { incoterm: 'DAP' }).incoterm).toBe('CFR');
});

test('the cost of a quantity is in the currency of the price, and null where it cannot be said', () => {
  const total = (price: string, quantity: number, unit: string | null) =>
    totalCost({ price, currency: 'USD' }, { quantity, unit });
  expect(total('642 EUR/dozen', 2400, 'pieces')).toEqual({ value: 128_400, currency: 'EUR' });
  expect(total('642 EUR/dozen', 2400, null)).toBeNull();
  expect(total('642 EUR', 2400, 'pieces')).toBeNull();
  expect(total('on request', 2400, 'pieces')).toBeNull();
});
