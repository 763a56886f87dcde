import { expect, test } from 'vitest';
import { needsOthers } from './prices-on-requests.ts';
import type { Quote } from './shown-quote.ts';

const post = (quantity: number | null, unit: string | null, targetCurrency: string | null): Quote['post'] => ({
  isHidden: false,
  closedAt: null,
  quoteDeadline: null,
  quantity,
  unit,
  targetCurrency,
});

test.each([
  ['642 EUR/dozen', post(2_400, 'piece', 'EUR'), false, 'it names both'],
  ['642 EUR/dozen', post(2_400, 'piece', null), true, 'it names no currency'],
  ['642 EUR/dozen', post(null, 'piece', 'EUR'), true, 'it names no quantity'],
  ['642 EUR/dozen', post(2_400, null, 'EUR'), true, 'it names no unit'],
  ['642 EUR/dozen', post(2_400, 'kg', 'EUR'), true, 'it wants another kind of unit'],
  ['642 EUR/dozen', post(2_400, 'M', 'EUR'), true, 'its unit is not read'],
  ['642 EUR/dozen', null, true, 'it is deleted'],
  ['642 EUR', post(2_400, 'piece', null), false, 'such a price is never compared'],
  ['on request', post(2_400, 'piece', null), false, 'such a price is never compared'],
])('whether %s on the request %j needs the other quotes is %j: %s', (price, request, isNeeded) => {
  expect(needsOthers({ price, currency: 'EUR', post: request })).toBe(isNeeded);
});
