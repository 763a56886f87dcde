import { expect, test } from 'vitest';
import { splitPrice, splitQuantity } from './split-amounts.ts';

test.each([
  ['1500 pieces', '', '1500', 'piece'],
  ['1,500 pcs', '', '1,500', 'piece'],
  ['20tonnes', '', '20', 'ton'],
  ['12.5 m2', '', '12.5', 'm²'],
  ['3 short tons', '', '3', 'short tons'],
  ['1.500 cái', '', '1.500', 'piece'],
  ['20 Boxes', '', '20', 'box'],
  ['8 pallets', '', '8', 'pallet'],
  ['100 hộp', '', '100', 'box'],
  ['1500 pieces', 'pcs', '1500', 'pcs'],
])('%j with the unit %j is %j and %j', (text, chosen, quantity, unit) => {
  expect(splitQuantity(text, chosen)).toEqual({ quantity, unit });
});

test.each([
  ['1500', ''],
  ['many', ''],
  ['20k', ''],
  ['5M', ''],
  ['1.5 million', ''],
  ['1.5 million pieces', ''],
  ['100 - 200 kg', ''],
  ['2 x 40 ft', ''],
  ['1500 EUR', ''],
  ['1500 pieces', 'kg'],
  ['1500 pieces of oak', ''],
  ['100 cái áo', ''],
  ['5 tons of steel', ''],
  ['20 kg net', ''],
  ['1500 pieces approx', ''],
  ['12 pcs per box', ''],
])('%j with the unit %j stays as typed', (text, chosen) => {
  expect(splitQuantity(text, chosen)).toBeNull();
});

const asIs = (number: string) => number;

test.each([
  ['650 EUR/ton', '', '', '650', 'EUR', 'ton'],
  ['$1,250.50', '', '', '1,250.50', 'USD', ''],
  ['€ 12 per kg', 'EUR', '', '12', 'EUR', 'kg'],
  ['4.85/pc', 'EUR', 'piece', '4.85', 'EUR', 'piece'],
  ['650 EUR/tonne', '', 'ton', '650', 'EUR', 'ton'],
  ['3 USD each', '', 'pcs', '3', 'USD', 'pcs'],
])('the price %j with %j and %j is %j, %j and %j', (text, currency, unit, ...split) => {
  const [price, newCurrency, newUnit] = split;
  expect(splitPrice(text, { currency, unit }, asIs)).toEqual({ price, currency: newCurrency, unit: newUnit });
});

test('a price is split in the notation of the reader', () => {
  const toEnglish = (number: string) => number.replaceAll('.', '').replace(',', '.');
  expect(splitPrice('1.250,5 EUR/kg', { currency: '', unit: '' }, toEnglish)).toEqual({
    price: '1250.5',
    currency: 'EUR',
    unit: 'kg',
  });
});

test.each([
  ['650', '', ''],
  ['650', 'EUR', ''],
  ['many EUR', '', ''],
  ['650/ton', '', ''],
  ['650 EUR', 'USD', ''],
  ['650 EUR/ton', 'EUR', 'piece'],
  ['650 EUR/100 kg', '', ''],
  ['600 - 650 EUR', '', ''],
  ['650 EUR/ton FOB', '', ''],
  ['650 EUR incl. VAT', '', ''],
  ['650 EUR per night', '', ''],
  ['5k EUR', '', ''],
])('the price %j with %j and %j stays as typed', (text, currency, unit) => {
  expect(splitPrice(text, { currency, unit }, asIs)).toBeNull();
});
