import { expect, test } from 'vitest';
import { splitQuantity } from './split-quantity.ts';

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
