import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { makeLanguage } from '@/shared/i18n/language.ts';
import { ratesByCurrency } from '@domain/exchange-rates.ts';
import { parseCsv } from '@/shared/text/csv.ts';
import { comparisonCsv, comparisonFileName } from './comparison-csv.ts';
import { cellText, comparisonTable, type ComparisonRequest } from './comparison-rows.ts';
import { comparedOf, comparisonAddress, type ComparisonRowKey } from './comparison-state.ts';
import type { Quote } from '../facts/shown-quote.ts';

const QUOTE: Quote = {
  id: 1,
  postId: 7,
  postTitle: 'Cashew nuts',
  productMatch: 'high',
  description: '',
  price: '1 USD/kg',
  quantity: '1 t',
  currency: 'USD',
  paymentMethod: 'T/T',
  shippingMethod: 'Sea',
  deliveryTime: '20 days',
  deliveryFrom: 'Hai Phong',
  deliveryTo: 'Hamburg',
  accountType: 'individual',
  organizationName: null,
  taxCode: null,
  images: [],
  lastMessageAt: null,
  quotedRequest: null,
  createdAt: '2026-11-20T10:00:00Z',
  status: 'pending',
  statusReason: null,
  changedAt: '2026-11-20T10:00:00Z',
  validUntil: null,
  revision: 0,
  version: 1,
  revisedAt: null,
  post: null,
  supplier: { id: 2, username: 'bob', avatarPath: null, companyName: null, ratingAverage: null, ratingCount: 0 },
  owner: null,
  attachments: [],
};

const TODAY = '2026-11-22';
// Days of other years are shown with them.
beforeAll(() => vi.useFakeTimers({ now: Date.parse(TODAY) }));
afterAll(() => vi.useRealTimers());

const RATES = ratesByCurrency([
  { currency: 'EUR', day: '2026-11-20', usdPerUnit: 1.16, source: 'Admin' },
  { currency: 'JPY', day: '2026-11-01', usdPerUnit: 0.0065, source: 'rates.example.org' },
]);

const supplier = (username: string, ratingAverage: number | null = null) => ({
  ...QUOTE.supplier,
  username,
  ratingAverage,
  ratingCount: ratingAverage === null ? 0 : 3,
});
const quotes = (changes: Partial<Quote>[]): Quote[] =>
  changes.map((change, index) => ({ ...QUOTE, id: index + 1, ...change }));
const THREE = quotes([
  { supplier: supplier('bob', 4.5), price: '1.20 USD/kg', quantity: '25 t', deliveryTime: '4-5 weeks' },
  {
    supplier: supplier('carl'),
    price: '1,000 EUR/t',
    quantity: '5 t',
    deliveryTime: '30 days',
    validUntil: '2026-12-04',
  },
  { supplier: supplier('dora', 4.5), price: '6000 USD/40ft', quantity: '1 x 40 ft', deliveryTime: 'soon' },
]);
const request = (list: Quote[], change: Partial<ComparisonRequest> = {}): ComparisonRequest => ({
  quotes: list,
  wanted: { quantity: 20, unit: 'ton' },
  asked: { target: null, unit: 'ton', neededBy: null, incoterm: null },
  currency: 'USD',
  rates: RATES,
  today: TODAY,
  sort: '',
  order: 'asc',
  hasDifferencesOnly: false,
  ...change,
});
const table = (list: Quote[], change: Partial<ComparisonRequest> = {}) =>
  comparisonTable(request(list, change), ENGLISH);
/** The lines of the CSV file by their heads. */
const csvLines = (list: Quote[], change: Partial<ComparisonRequest> = {}) => {
  const asked = request(list, change);
  const [heads, ...lines] = parseCsv(comparisonCsv(asked, comparisonTable(asked, ENGLISH))).map(({ cells }) => cells);
  return lines.map((line) => Object.fromEntries(heads?.map((head, index) => [head, line[index]]) ?? []));
};
const row = (key: ComparisonRowKey, change: Partial<ComparisonRequest> = {}, list = THREE) => {
  const found = table(list, change).rows.find((each) => each.key === key);
  return found && [found.label, ...found.cells.map(cellText)];
};

describe('the rows of a comparison', () => {
  test('[A615] the best against the target is the best unit price, and none where that has no mark', () => {
    const best = (rates: ComparisonRequest['rates']) =>
      table(THREE, { asked: ASKED, rates })
        .rows.find(({ key }) => key === 'target')
        ?.cells.map(({ marks }) => marks.length > 0);
    expect(best(RATES)).toEqual([false, true, false]);
    expect(best(new Map())).toEqual([false, false, false]);
  });

  test('a price below the target is better for the buyer, one above it worse', () => {
    const list = quotes([{ price: '1.20 USD/kg' }, { price: '1.30 USD/kg' }, { price: '1.25 USD/kg' }]);
    const target = table(list, { asked: ASKED }).rows.find(({ key }) => key === 'target');
    expect(target?.cells.map(({ deviation }) => deviation)).toEqual(['better', 'worse', null]);
  });

  test('price and minimum quantity as written have the number format of the reader', () => {
    const list = quotes([{ price: '1,380,000 VND/piece', quantity: '1,000 pieces' }, { price: '49.5 EUR/piece' }]);
    const { rows } = comparisonTable(request(list), makeLanguage('vi'));
    const firstLines = (key: ComparisonRowKey) =>
      rows.find((each) => each.key === key)?.cells.map(({ lines }) => lines[0]);
    expect(firstLines('price')).toEqual(['1.380.000 VND/piece', '49,5 EUR/piece']);
    expect(firstLines('minimum')).toEqual(['1.000 pieces', '1 t']);
  });

  test('[A615,A616,A617] the rows of a comparison show the values as written, converted, and the best one', () => {
    expect(row('price')).toEqual(['Price as written', '1.20 USD/kg', '1,000 EUR/t', '6000 USD/40ft']);
    expect(row('unitPrice')).toEqual([
      'Price per t',
      '1,200 USD',
      '≈ 1,160 USD; Rate of Nov 20; Best unit price',
      'Not comparable: priced per 40 ft container, not per t',
    ]);
    expect(row('total')).toEqual([
      'Total for 20 t',
      '24,000 USD',
      '≈ 23,200 USD; Rate of Nov 20',
      'Not comparable: priced per 40 ft container, not per t',
    ]);
    expect(row('minimum')).toEqual([
      'Minimum quantity',
      '25 t; More than the 20 t that you want',
      '5 t',
      '1 x 40 ft; Not comparable with 20 t',
    ]);
    expect(row('minimumOrder')).toEqual([
      'Cost of the minimum',
      '30,000 USD',
      '≈ 5,800 USD; Rate of Nov 20',
      '6,000 USD',
    ]);
    expect(row('delivery')).toEqual([
      'Delivery time',
      '4-5 weeks; 35 days',
      '30 days; Fastest',
      'soon; Not comparable: no number of days',
    ]);
    expect(row('rating')).toEqual([
      'Rating of the supplier',
      '4.5 of 5 (3); Best rated',
      'No reviews',
      '4.5 of 5 (3); Best rated',
    ]);
    expect(row('valid')).toEqual(['Valid until', '', 'Dec 4', '']);
  });

  test('[A616] name rates that are old or missing, and say that no price is marked', () => {
    const list = quotes([{ price: '8000 USD/set' }, { price: '1000000 JPY/set' }, { price: '5000 CHF/set' }]);
    expect(row('unitPrice', {}, list)).toEqual([
      'Price per set',
      '8,000 USD',
      '≈ 6,500 USD; Rate of Nov 1, older than 7 days',
      '5,000 CHF; No exchange rate for CHF',
    ]);
    expect(table(list).notes).toEqual([
      'Exchange rates: 1 USD = 153.846 JPY (Nov 1, rates.example.org)',
      'No best unit price is marked, because there is no exchange rate of the last 7 days for JPY, CHF',
    ]);
    expect(table(quotes([{ price: '1 USD/kg' }, { price: '2 USD/kg' }])).notes).toEqual([]);
  });

  test('[A616] the day of the rate stands in each cell only where it is not the same for all', () => {
    const cells = (list: Quote[]) =>
      table(list, { currency: 'USD' }).rows.find(({ key }) => key === 'unitPrice')?.cells;
    expect(cells(quotes([{ price: '5 EUR/set' }, { price: '8 USD/set' }]))).toMatchObject([
      { lines: ['≈ 5.80 USD'], rate: 'Rate of Nov 20' },
      { lines: ['8.00 USD'], rate: null },
    ]);
    expect(cells(quotes([{ price: '5 EUR/set' }, { price: '1000 JPY/set' }]))).toMatchObject([
      { lines: ['≈ 5.80 USD', 'Rate of Nov 20'], rate: null },
      { lines: ['≈ 6.50 USD', 'Rate of Nov 1, older than 7 days'], rate: null },
    ]);
  });

  test('[A616] rates are said in the currency of the table, as a number above 1', () => {
    const list = quotes([
      { price: '8 USD/set' },
      { price: '1000 JPY/set' },
      { price: '5 EUR/set' },
      { price: '6 EUR/set' },
    ]);
    expect(table(list, { currency: 'EUR' }).notes[0]).toBe(
      'Exchange rates: 1 EUR = 1.16 USD (Nov 20, Admin); 1 EUR = 178.462 JPY (Nov 1, rates.example.org, Admin)',
    );
    expect(table(list, { currency: 'JPY' }).notes[0]).toBe(
      'Exchange rates: 1 USD = 153.846 JPY (Nov 1, rates.example.org); 1 EUR = 178.462 JPY (Nov 1, Admin, rates.example.org)',
    );
  });

  test('[A615] the terms are named where they differ, and a note says that no price is marked', () => {
    const list = quotes([{ price: '5 USD/kg EXW' }, { price: '9 USD/kg DDP, incl. VAT' }]);
    expect(row('unitPrice', {}, list)).toEqual(['Price per t', '5,000 USD; EXW', '9,000 USD; DDP, tax included']);
    expect(table(list).notes).toEqual([
      'No best unit price is marked, because the prices are not alike: DDP, EXW, tax included, tax not stated',
    ]);
  });

  test('a comparison without a wanted quantity has no total, and empty rows are left out', () => {
    const keys = table(THREE, { wanted: null }).rows.map(({ key }) => key);
    expect(keys).not.toContain('total');
    expect(keys).not.toContain('documents');
    expect(keys).toContain('minimumOrder');
  });

  test('[A618] the filter for differences leaves out equal rows', () => {
    const same = quotes([{}, { price: '99 USD/kg' }]);
    expect(table(same, { hasDifferencesOnly: true, wanted: null }).rows.map(({ key }) => key)).toEqual([
      'price',
      'unitPrice',
      'minimumOrder',
    ]);
  });

  test('[A618] any row sorts the columns, both ways, missing values last', () => {
    const order = (sort: ComparisonRowKey, way: 'asc' | 'desc' = 'asc') =>
      table(THREE, { sort, order: way }).compared.map(({ quote }) => quote.supplier.username);
    expect(order('unitPrice')).toEqual(['carl', 'bob', 'dora']);
    expect(order('unitPrice', 'desc')).toEqual(['bob', 'carl', 'dora']);
    expect(order('delivery')).toEqual(['carl', 'bob', 'dora']);
    expect(order('valid', 'desc')).toEqual(['carl', 'bob', 'dora']);
    expect(order('minimumOrder', 'desc')).toEqual(['bob', 'dora', 'carl']);
    for (const { key } of table(THREE).rows) {
      expect(order(key).toSorted(), key).toEqual(['bob', 'carl', 'dora']);
      expect(order(key, 'desc').toSorted(), key).toEqual(['bob', 'carl', 'dora']);
    }
  });
});

const ASKED = { target: { price: 1250, currency: 'USD' }, unit: 'ton', neededBy: '2026-12-24', incoterm: 'DAP' };

describe('a quote against what the buyer asked for', () => {
  test('[A615] the first rows say how each quote stands against target price, needed-by day and Incoterm', () => {
    const list = quotes([
      { price: '1.20 USD/kg' },
      { price: '1.30 USD/kg', deliveryTime: '6 weeks' },
      { price: '1 USD/kg EXW', deliveryTime: 'soon' },
      { price: '1.25 USD/kg', shippingMethod: 'Truck, DAP' },
    ]);
    expect(row('target', { asked: ASKED }, list)).toEqual([
      'Target: 1,250 USD per ton',
      '4.0% below',
      '4.0% above',
      'Not comparable: the terms are not those of the request',
      'As wanted',
    ]);
    expect(row('neededBy', { asked: ASKED }, list)).toEqual([
      'Needed by Dec\u00a024',
      'In time',
      '10 days late',
      'Not comparable: no number of days',
      'In time',
    ]);
    expect(row('incoterm', { asked: ASKED }, list)).toEqual([
      'Incoterm: DAP',
      'Not stated',
      'Not stated',
      'EXW; You want DAP',
      'DAP',
    ]);
    const keys = table(list, { asked: ASKED }).rows.map(({ key }) => key);
    expect(keys.slice(0, 4)).toEqual(['price', 'target', 'neededBy', 'incoterm']);
    expect(table(list).rows.map(({ key }) => key)).toEqual(
      expect.not.arrayContaining(['target', 'neededBy', 'incoterm']),
    );
  });

  test('the needed-by day has its year where that is not plain, and one line', () => {
    const label = (neededBy: string) =>
      row('neededBy', { asked: { ...ASKED, neededBy } })?.[0]?.replaceAll('\u00a0', '_');
    expect(label('2027-03-20')).toBe('Needed by Mar_20');
    expect(label('2027-11-20')).toBe('Needed by Nov_20,_2027');
    expect(label('2025-12-24')).toBe('Needed by Dec_24,_2025');
  });

  test('[A618] declined, withdrawn, cancelled and expired quotes stand last, in any order', () => {
    const list = quotes([
      { status: 'declined', price: '1 USD/kg' },
      { status: 'withdrawn', price: '2 USD/kg' },
      { status: 'accepted', price: '3 USD/kg' },
      { validUntil: '2026-11-01', price: '4 USD/kg' },
      { price: '5 USD/kg' },
      { status: 'shortlisted', price: '2.5 USD/kg' },
    ]);
    const ids = (change: Partial<ComparisonRequest> = {}) => table(list, change).compared.map(({ quote }) => quote.id);
    expect(ids()).toEqual([3, 5, 6, 1, 2, 4]);
    expect(ids({ sort: 'unitPrice', order: 'desc' })).toEqual([5, 3, 6, 4, 2, 1]);
  });

  test('[A615] the figures of a row have equal decimals, converted ones at most five digits', () => {
    expect(row('unitPrice', {}, quotes([{ price: '0.0385 USD/pc' }, { price: '2 USD/pc' }]))?.slice(1)).toEqual([
      '0.03850 USD; Best unit price',
      '2.00000 USD',
    ]);
    expect(row('total', {}, quotes([{ price: '1,203.4567 USD/t' }, { price: '1,111.11 EUR/t' }]))?.slice(1)).toEqual([
      '24,069.13 USD',
      '≈ 25,778.00 USD; Rate of Nov 20',
    ]);
  });
});

describe('the CSV file', () => {
  test('[A619] the CSV of a comparison has the quotes of the screen in its order, with numbers, units and ISO days', () => {
    const [carl, bob, dora] = csvLines(THREE, { sort: 'unitPrice', hasDifferencesOnly: true, asked: ASKED });
    expect(carl).toMatchObject({
      Supplier: 'carl',
      Status: 'Pending',
      'Price as written': '1,000 EUR/t',
      'Quoted currency': 'EUR',
      Rate: '1.16',
      'Rate day': '2026-11-20',
      Currency: 'USD',
      'Unit price': '1160',
      Unit: 't',
      Total: '23200',
      'Wanted quantity': '20',
      'Wanted unit': 'ton',
      'Target price': '1250',
      'Target currency': 'USD',
      'Above target (%)': '-7.2',
      'Wanted Incoterm': 'DAP',
      Minimum: '5',
      'Minimum unit': 't',
      'Cost of the minimum': '5800',
      'Delivery days': '30',
      'Needed by': '2026-12-24',
      'Days late': '-2',
      Rating: '',
      Reviews: '0',
      'Valid until': '2026-12-04',
      Remarks: 'Best unit price; Fastest',
    });
    expect(bob).toMatchObject({ Supplier: 'bob', Rate: '', 'Rate day': '', Rating: '4.5', Total: '24000' });
    expect(dora).toMatchObject({
      'Unit price': '',
      Total: '',
      'Delivery days': '',
      'Cost of the minimum': '6000',
      Remarks: 'Not comparable: priced per 40 ft container, not per t',
    });
  });

  test('[A619] an amount without an exchange rate stays in its own currency, which its line names', () => {
    const [chf] = csvLines(quotes([{ price: '5000 CHF/t' }, { price: '5000 USD/t' }]));
    expect(chf).toMatchObject({ 'Unit price': '5000', Currency: 'CHF', Rate: '', 'Rate day': '' });
    expect(chf?.['Remarks']).toContain('No exchange rate for CHF');
  });

  test('[A619] numbers of the CSV are bare, and user texts make no formula', () => {
    const asked = request(
      quotes([
        { price: '=1+1', supplier: supplier('-bob') },
        { description: '@SUM(A1)', price: '1.20 USD/kg' },
      ]),
      { asked: ASKED },
    );
    const text = comparisonCsv(asked, comparisonTable(asked, ENGLISH));
    expect(text).toContain(`"'=1+1 USD"`);
    expect(text).toContain(`"'-bob"`);
    expect(text).toContain(`"'@SUM(A1)"`);
    expect(text).toMatch(/,1200,"t",24000,20,"ton",/);
    expect(text).toContain(',-4,');
  });

  test('[A619] the CSV is named after the request, in Latin letters', () => {
    expect(comparisonFileName({ id: 7, title: 'Hạt điều W320 / Đắk Lắk' })).toBe('quotes-hat-dieu-w320-dak-lak-7.csv');
    expect(comparisonFileName({ id: 7, title: 'كاجو' })).toBe('quotes-7.csv');
  });
});

describe('the choice', () => {
  const list = Array.from({ length: 8 }, (_, index) => ({ id: index + 1, isOpen: index >= 4 }));
  const chosen = (asked: number[], from = list) => comparedOf(from, asked, ({ isOpen }) => isOpen).map(({ id }) => id);

  test('[A614] the chosen quotes are those of the address that exist, two to six', () => {
    expect(chosen([3, 7])).toEqual([3, 7]);
    expect(chosen([3, 99, 8])).toEqual([3, 8]);
    expect(chosen([1, 2, 3, 4, 5, 6, 7, 8])).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('[A614] the chosen quotes default to all, or six, those that can still be chosen first', () => {
    expect(chosen([], list.slice(0, 3))).toEqual([1, 2, 3]);
    expect(chosen([99, 3])).toEqual([1, 2, 5, 6, 7, 8]);
    expect(chosen([])).toEqual([1, 2, 5, 6, 7, 8]);
  });

  test('[A614] invalid values in the address of a comparison are ignored', () => {
    expect(comparisonAddress.with.read('x', '-1', '1e3', '0', '12', '7', '12')).toEqual([7, 12]);
    expect(['usd', 'USD', 'us', 'US$'].map((typed) => comparisonAddress.currency.read(typed))).toEqual([
      'USD',
      'USD',
      '',
      '',
    ]);
    expect(comparisonAddress.sort.read('drop table')).toBe('');
  });
});
