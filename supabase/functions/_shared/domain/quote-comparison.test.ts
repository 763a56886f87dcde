import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sayNumber } from './amounts.ts';
import { ratesByCurrency } from './exchange-rates.ts';
import {
  compareQuotes,
  reckoningOf,
  usualCurrency,
  type ComparedQuote,
  type ComparisonOptions,
} from './quote-comparison.ts';
import type { ShownStatus } from './quote-status.ts';

const TODAY = '2026-11-22';
const rate = (currency: string, usdPerUnit: number, day = '2026-11-20') => ({
  currency,
  usdPerUnit,
  day,
  source: 'Admin',
});
const RATES = ratesByCurrency([rate('EUR', 1.16), rate('JPY', 0.0065), rate('VND', 0.000_038)]);

const quote = (change: Partial<ComparedQuote>): ComparedQuote => ({
  id: 1,
  price: '1 USD/kg',
  currency: 'USD',
  quantity: '1 t',
  deliveryTime: '30 days',
  shippingMethod: null,
  description: '',
  rating: null,
  status: 'pending',
  ...change,
});
const quotes = (changes: Partial<ComparedQuote>[]) =>
  changes.map((change, index) => quote({ id: index + 1, ...change }));
const priced = (...prices: string[]) => quotes(prices.map((price) => ({ price })));

const OPTIONS: ComparisonOptions = { wanted: null, incoterm: null, currency: 'USD', rates: RATES, today: TODAY };
const compare = (list: ComparedQuote[], options: Partial<ComparisonOptions> = {}) =>
  compareQuotes(list, { ...OPTIONS, ...options });
const bestPrices = (list: ComparedQuote[], options: Partial<ComparisonOptions> = {}) =>
  compare(list, options)
    .columns.filter(({ isBestPrice }) => isBestPrice)
    .map(({ id }) => id);
/** The unit prices as one reads them. */
const unitPrices = (list: ComparedQuote[], options: Partial<ComparisonOptions> = {}) => {
  const { columns, unit } = compare(list, options);
  return columns.map(({ unitPrice }) =>
    'problem' in unitPrice
      ? unitPrice.problem
      : `${unitPrice.day === null ? '' : '≈ '}${sayNumber(unitPrice.value)} ${unitPrice.currency} per ${unit?.label}`,
  );
};

describe('unit prices', () => {
  test('[A617] unit prices of kg and t, m and ft, piece and dozen share one unit', () => {
    expect(unitPrices(priced('1.16 USD/kg', '1,200 USD/t', '1.10 USD/kg'))).toEqual([
      '1.16 USD per kg',
      '1.2 USD per kg',
      '1.1 USD per kg',
    ]);
    expect(unitPrices(priced('3 USD/m', '1 USD/ft'))).toEqual(['0.9144 USD per ft', '1 USD per ft']);
    expect(unitPrices(priced('12 USD/dozen', '1.1 USD/pc', '110 USD/100 pcs'))).toEqual([
      '1 USD per piece',
      '1.1 USD per piece',
      '1.1 USD per piece',
    ]);
  });

  test('[A617] unit prices of different dimensions, unreadable prices and prices without a unit say so', () => {
    expect(
      unitPrices(priced('1.16 USD/kg', '6000 USD/40ft', '1.250 USD/kg', 'on request', '12', '0 USD/kg', '2 USD/kg')),
    ).toEqual([
      '1.16 USD per kg',
      'Not comparable: priced per 40 ft container, not per kg',
      'Not comparable: 1.250 can be 1.25 or 1,250',
      'Not comparable: no amount is plain to see',
      'Not comparable: the price names no unit',
      'Not comparable: the price is 0',
      '2 USD per kg',
    ]);
    expect(unitPrices(priced('12', '13'))).toEqual([
      'Not comparable: the price names no unit',
      'Not comparable: the price names no unit',
    ]);
  });

  test('the request decides on the unit, if a price can be converted to it', () => {
    const list = priced('5 USD/box', '6 USD/box', '0.5 USD/piece');
    expect(compare(list).unit?.label).toBe('box');
    expect(compare(list, { wanted: { quantity: 100, unit: 'dozen' } }).unit?.label).toBe('dozen');
    expect(unitPrices(list, { wanted: { quantity: 100, unit: 'dozen' } })[2]).toBe('6 USD per dozen');
    expect(compare(list, { wanted: { quantity: 100, unit: 'kg' } }).unit?.label).toBe('box');
  });

  test('some quotes of a request are compared in the unit of all, unless none of them can be converted to it', () => {
    const all = priced('5 USD/t', '6 USD/t', '7 USD/kg', '8 USD/box');
    const { unit, currency } = reckoningOf(all, { wanted: null, currency: null });
    expect([unit?.label, currency]).toEqual(['t', 'USD']);
    expect(compare(all.slice(2), { unit }).unit?.label).toBe('t');
    expect(compare(all.slice(3), { unit }).unit?.label).toBe('box');
  });

  test.each([
    [{ wanted: { quantity: 5, unit: 'dozen' }, currency: 'EUR' }, 'dozen', 'EUR'],
    [{ wanted: { quantity: 5, unit: 'dozen' }, currency: null }, 'dozen', 'VND'],
    [{ wanted: { quantity: 5, unit: 'room' }, currency: null }, 'piece', 'VND'],
    [{ wanted: { quantity: 5, unit: null }, currency: 'SEK' }, 'piece', 'SEK'],
    [{ wanted: null, currency: null }, 'piece', 'VND'],
  ])('a request with %j is reckoned per %s in %s', (request, unit, currency) => {
    const list = priced('9,000 VND/pc', '100,000 VND/dozen', '4 USD/pc', '5 EUR/kg');
    const reckoning = reckoningOf(list, request);
    expect([reckoning.unit?.label, reckoning.currency]).toEqual([unit, currency]);
    expect(reckoningOf([], request).unit).toBeNull();
  });

  test('[A616] unit prices are converted with the dated rate, or stay as they are and name the missing rate', () => {
    const list = priced('10 EUR/kg', '10 USD/kg', '10 CHF/kg');
    expect(unitPrices(list)).toEqual(['≈ 11.6 USD per kg', '10 USD per kg', '10 CHF per kg']);
    const { columns } = compare(list, { currency: 'EUR', rates: ratesByCurrency([rate('EUR', 1.16, '2026-11-01')]) });
    expect(columns.map(({ unitPrice }) => unitPrice)).toEqual([
      { value: 10, currency: 'EUR', day: null, isRateOld: false, missingRate: null },
      { value: expect.closeTo(10 / 1.16), currency: 'EUR', day: '2026-11-01', isRateOld: true, missingRate: null },
      { value: 10, currency: 'CHF', day: null, isRateOld: false, missingRate: 'CHF' },
    ]);
  });
});

describe('the best unit price', () => {
  test('[A615] the best unit price has all ties, also where units differ', () => {
    expect(bestPrices(priced('1.16 USD/kg', '1,160 USD/t', '1.17 USD/kg'))).toEqual([1, 2]);
    expect(bestPrices(priced('1.1 USD/pc', '13.2 USD/dozen', '110 USD/100 pcs'))).toEqual([1, 2, 3]);
  });

  test('[A615] the best unit price compares currencies, not numbers: 1,000,000 JPY beats 8,000 USD', () => {
    const list = priced('8000 USD/set', '1000000 JPY/set');
    expect(bestPrices(list)).toEqual([2]);
    expect(bestPrices(list, { currency: 'JPY' })).toEqual([2]);
    expect(bestPrices(priced('6000 USD/set', '1000000 JPY/set'))).toEqual([1]);
  });

  test('[A615,A616] the best unit price crosses no currencies without a current rate, whatever currency is shown', () => {
    const list = priced('8000 USD/set', '1000000 JPY/set', '7000 USD/set');
    for (const rates of [ratesByCurrency([]), ratesByCurrency([rate('JPY', 0.0065, '2026-11-14')])]) {
      for (const currency of ['USD', 'JPY', 'EUR']) {
        expect(compare(list, { rates, currency })).toMatchObject({ withoutCurrentRate: ['JPY'] });
        expect(bestPrices(list, { rates, currency })).toEqual([]);
      }
    }
    const sevenDays = ratesByCurrency([rate('JPY', 0.0065, '2026-11-15')]);
    expect(bestPrices(list, { rates: sevenDays })).toEqual([2]);
    // One currency needs no rate, not even its own.
    const yen = priced('1000000 JPY/set', '1000001 JPY/set');
    expect(compare(yen, { rates: ratesByCurrency([]) }).withoutCurrentRate).toEqual([]);
    expect(bestPrices(yen, { rates: ratesByCurrency([]) })).toEqual([1]);
  });

  test('[A615] the best unit price skips expired, withdrawn, declined, cancelled and incomparable quotes', () => {
    const out: ShownStatus[] = ['expired', 'withdrawn', 'declined', 'cancelled'];
    for (const status of out) {
      const list = quotes([
        { price: '1 USD/kg', status, deliveryTime: '1 day', rating: 5 },
        { rating: 3 },
        { price: '3 USD/kg', deliveryTime: '40 days', rating: 2 },
      ]);
      const [first, second] = compare(list).columns;
      expect(first, status).toMatchObject({ isBestPrice: false, isFastest: false, isBestRated: false });
      expect(second, status).toMatchObject({ isBestPrice: true, isFastest: true, isBestRated: true });
    }
    expect(bestPrices(priced('1 USD', '0 USD/kg', '0.5 USD/box', '5 USD/kg', '6 USD/kg'))).toEqual([4]);
    // Nor does its currency keep the others from being compared.
    const list = quotes([{ price: '1 CHF/kg', status: 'declined' }, { price: '2 USD/kg' }, { price: '3 USD/kg' }]);
    expect(bestPrices(list)).toEqual([2]);
  });

  test('the best unit price needs two comparable prices', () => {
    expect(bestPrices(priced('1 USD/kg'))).toEqual([]);
    expect(bestPrices(priced('1 USD/kg', 'on request'))).toEqual([]);
  });

  test('accepted and shortlisted ones count', () => {
    expect(bestPrices(quotes([{ status: 'accepted' }, { status: 'shortlisted', price: '2 USD/kg' }]))).toEqual([1]);
  });
});

describe('terms of prices', () => {
  const both = (first: Partial<ComparedQuote>, second: Partial<ComparedQuote>, incoterm: string | null = null) =>
    compare(
      quotes([
        { price: '5 USD/kg', ...first },
        { price: '9 USD/kg', ...second },
      ]),
      { incoterm },
    );
  const marked = (comparison: ReturnType<typeof compare>) =>
    comparison.columns.filter(({ isBestPrice }) => isBestPrice).map(({ id }) => id);

  test.each<[string, Partial<ComparedQuote>, Partial<ComparedQuote>, string[]]>([
    ['EXW beside DDP', { price: '5 USD/kg EXW' }, { price: '9 USD/kg DDP' }, ['DDP', 'EXW']],
    [
      'FOB in the way of shipping beside CIF',
      { shippingMethod: 'Sea, FOB' },
      { shippingMethod: 'CIF Hamburg' },
      ['CIF', 'FOB'],
    ],
    ['a term beside none', { price: '5 USD/kg' }, { price: '9 USD/kg DDP' }, ['DDP', 'no Incoterm']],
    ['one of two terms, even twice', { shippingMethod: 'FOB or CIF' }, { shippingMethod: 'FOB or CIF' }, ['CIF/FOB']],
    [
      'a price and a way of shipping that differ',
      { price: '5 USD/kg FOB', shippingMethod: 'CIF' },
      { price: '9 USD/kg FOB' },
      ['CIF/FOB', 'FOB'],
    ],
    [
      'ex VAT beside incl VAT',
      { price: '5 USD/kg ex VAT' },
      { price: '9 USD/kg incl VAT' },
      ['tax excluded', 'tax included'],
    ],
    [
      '+ VAT beside nothing of tax',
      { price: '5 USD/kg + VAT' },
      { price: '9 USD/kg' },
      ['tax excluded', 'tax not stated'],
    ],
    [
      'tax in a description',
      { description: 'Prices exclude nothing, incl. VAT' },
      { description: 'All prices excl. VAT' },
      ['tax excluded', 'tax included'],
    ],
    [
      'both',
      { price: '5 USD/kg EXW ex VAT' },
      { price: '9 USD/kg DDP incl VAT' },
      ['DDP', 'EXW', 'tax excluded', 'tax included'],
    ],
  ])('[A615] unlike price terms get no mark, and are named: %s', (_name, first, second, unlikeTerms) => {
    const comparison = both(first, second);
    expect(comparison.unlikeTerms).toEqual(unlikeTerms);
    expect(marked(comparison)).toEqual([]);
    // Unit prices are shown all the same.
    expect(comparison.columns.map(({ unitPrice }) => 'value' in unitPrice && unitPrice.value)).toEqual([5, 9]);
  });

  test.each<[string, Partial<ComparedQuote>, Partial<ComparedQuote>, string | null]>([
    ['none at all', {}, {}, null],
    ['one term in two spellings', { price: '5 USD/kg C&F' }, { price: '9 USD/kg CFR' }, null],
    ['the same at two places of the quotes', { price: '5 USD/kg FOB' }, { shippingMethod: 'Sea, FOB' }, null],
    ['the term that the request wants, said or not', { price: '5 USD/kg FOB' }, {}, 'FOB'],
    ['small letters of a description, which may be anything', { description: 'a cif of 5' }, {}, null],
    ['an invoice with VAT, which says nothing of the price', { description: 'with VAT invoice' }, {}, null],
  ])('[A615] like price terms are compared: %s', (_name, first, second, incoterm) => {
    const comparison = both(first, second, incoterm);
    expect(comparison.unlikeTerms).toEqual([]);
    expect(marked(comparison)).toEqual([1]);
  });

  test('[A615] price terms of quotes that cannot be chosen any more do not stop the comparison of the others', () => {
    const list = quotes([{ price: '1 USD/kg EXW', status: 'declined' }, { price: '2 USD/kg' }, { price: '3 USD/kg' }]);
    expect(compare(list).unlikeTerms).toEqual([]);
    expect(bestPrices(list)).toEqual([2]);
  });

  test('[A615] the mark of the best price never crosses price terms, whatever suppliers write', () => {
    const price = fc.tuple(
      fc.integer({ min: 1, max: 99 }),
      fc.constantFrom('', ' EXW', ' FOB', ' DDP', ' ex VAT', ' incl VAT', ' FOB + VAT'),
    );
    fc.assert(
      fc.property(fc.array(price, { minLength: 2, maxLength: 5 }), (drawn) => {
        const { columns } = compare(priced(...drawn.map(([value, term]) => `${value} USD/kg${term}`)));
        const terms = new Set(columns.map((column) => JSON.stringify(column.terms)));
        expect(columns.some(({ isBestPrice }) => isBestPrice)).toBe(terms.size === 1);
      }),
    );
  });
});

test('[A617] an unknown unit of the request is reported, not guessed', () => {
  const problems = (unit: string) =>
    compare(priced('5 USD/m'), { wanted: { quantity: 2, unit } }).columns.map(({ total }) =>
      total && 'problem' in total ? total.problem : total?.value,
    );
  expect(problems('M pcs')).toEqual(['Not comparable: M means metre or million']);
  expect(problems('m pcs')).toEqual(['Not comparable: the unit is not plain to see']);
  expect(problems('ft')).toEqual([expect.closeTo(5 * 2 * 0.3048)]);
});

test('[A617] the minimum of 0 has no cost, and dozens of pairs are pairs', () => {
  const [zero, pairs] = compare(
    quotes([
      { price: '5 USD/kg', quantity: '0 kg' },
      { price: '5 USD/pair', quantity: '10 doz pairs' },
    ]),
    { wanted: { quantity: 5, unit: 'doz pairs' } },
  ).columns;
  expect(zero?.minimumOrder).toEqual({ problem: 'Not comparable: the quantity is 0' });
  expect(pairs).toMatchObject({ minimumOrder: { value: 600 }, total: { value: 300 }, isMinimumTooMuch: true });
});

test('[A615] the fastest and the best rated have all ties, as they are read', () => {
  const list = quotes([
    { deliveryTime: '2 weeks', rating: 4.46 },
    { deliveryTime: '14 days', rating: 4.54 },
    { deliveryTime: '15 days', rating: null },
    { deliveryTime: 'soon', rating: 4.4 },
  ]);
  const { columns } = compare(list);
  expect(columns.map(({ isFastest }) => isFastest)).toEqual([true, true, false, false]);
  expect(columns.map(({ isBestRated }) => isBestRated)).toEqual([true, true, false, false]);
});

describe('the wanted quantity', () => {
  const totals = (list: ComparedQuote[], quantity: number, unit: string | null) =>
    compare(list, { wanted: { quantity, unit } }).columns.map(({ total }) =>
      total === null || 'problem' in total ? total?.problem : sayNumber(total.value),
    );

  test('[A617] the total of the wanted quantity is the unit price times the quantity, converted', () => {
    expect(totals(priced('1.16 USD/kg', '1,000 USD/t', '1 EUR/kg'), 20, 't')).toEqual(['23,200', '20,000', '23,200']);
    expect(totals(priced('110 USD/100 pcs'), 5, 'dozen')).toEqual(['66']);
  });

  test('[A617] the total says "not comparable" where price and quantity have different dimensions', () => {
    expect(totals(priced('1.16 USD/kg'), 1, '40 ft container')).toEqual([
      'Not comparable: priced per kg, not per 40 ft container',
    ]);
    expect(totals(priced('1.16 USD/kg', '12'), 5, null)).toEqual([
      'Not comparable: the quantity names no unit',
      'Not comparable: the price names no unit',
    ]);
    const [column] = compare(quotes([{ price: '1.16 USD/kg', quantity: '1 x 40 ft' }])).columns;
    expect(column).toMatchObject({
      total: null,
      minimumOrder: { problem: 'Not comparable: priced per kg, not per 40 ft container' },
    });
  });

  test('the wanted quantity is compared with the minimum quantity', () => {
    const list = quotes([
      { quantity: '25 t' },
      { quantity: '20,000 kg' },
      { quantity: '1 x 40 ft' },
      { quantity: '5' },
    ]);
    const { columns } = compare(list, { wanted: { quantity: 20, unit: 't' } });
    expect(columns.map(({ isMinimumTooMuch }) => isMinimumTooMuch)).toEqual([true, false, null, null]);
    expect(columns[0]?.minimumOrder).toMatchObject({ value: 25_000 });
  });
});

test('the usual currency is the one that most prices name, of several US dollar, then euro', () => {
  expect(usualCurrency(priced('1 EUR/kg', '2 USD/kg', '3 EUR/kg'))).toBe('EUR');
  expect(usualCurrency(quotes([{ price: '5', currency: 'VND' }]))).toBe('VND');
  expect(usualCurrency(priced('1 VND/kg', '2 EUR/kg', '3 USD/kg'))).toBe('USD');
  expect(usualCurrency(priced('1 VND/kg', '2 EUR/kg'))).toBe('EUR');
  expect(usualCurrency(priced('1 VND/kg', '2 VND/kg', '3 USD/kg'))).toBe('VND');
  expect(usualCurrency(priced('1 SEK/kg', '2 VND/kg'))).toBe('SEK');
  expect(usualCurrency([])).toBeNull();
});

test('[A615] the mark of the best total never goes to the higher cost in US dollars, whatever people type', () => {
  const money = fc.tuple(
    fc.integer({ min: 1, max: 10_000 }),
    fc.constantFrom('USD', 'EUR', 'JPY', 'VND', 'CHF'),
    fc.constantFrom('kg', 't', 'lb', 'box'),
  );
  const status = fc.constantFrom<ShownStatus>(
    'pending',
    'shortlisted',
    'accepted',
    'expired',
    'declined',
    'withdrawn',
    'cancelled',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(money, status), { minLength: 2, maxLength: 6 }), (drawn) => {
      const list = quotes(
        drawn.map(([[value, currency, unit], each]) => ({ price: `${value} ${currency}/${unit}`, status: each })),
      );
      const { columns } = compare(list);
      const worth = columns.map(({ id, unitPrice, isBestPrice }) => ({
        isBestPrice,
        isOpen: ['pending', 'shortlisted', 'accepted'].includes(list[id - 1]?.status ?? ''),
        dollars: 'problem' in unitPrice || unitPrice.currency !== 'USD' ? null : unitPrice.value,
      }));
      for (const marked of worth.filter(({ isBestPrice }) => isBestPrice)) {
        expect(marked.isOpen).toBe(true);
        for (const other of worth.filter(({ isOpen, dollars }) => isOpen && dollars !== null)) {
          expect(marked.dollars ?? Number.NaN).toBeLessThanOrEqual((other.dollars ?? 0) * (1 + 1e-9));
        }
      }
    }),
  );
});
