import { expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { makeLanguage } from '@/shared/i18n/language.ts';
import { shownPrice, shownQuantity } from './price-text.ts';

const inVietnamese = makeLanguage('vi');

test.each([
  ['1,380,000 VND/piece', '1.380.000 VND/piece'],
  ['49.50 EUR/piece', '49,50 EUR/piece'],
  ['1,250.5 to 1,300 USD/t FOB Hai Phong', '1.250,5 to 1.300 USD/t FOB Hai Phong'],
  ['58', '58 USD'],
  // Not English, or no amount that was read: as written.
  ['155.000 đ/kg', '155.000 đ/kg'],
  ['1,250 EUR/kg, EN 10.204', '1,250 EUR/kg, EN 10.204'],
  ['ask 1,200.50', 'ask 1,200.50'],
])('the price %s has the signs of a Vietnamese reader: %s', (price, shown) => {
  expect(shownPrice({ price, currency: 'USD' }, inVietnamese)).toBe(shown);
});

test('an English reader sees price and quantity as written', () => {
  expect(shownPrice({ price: '1,380,000 VND/piece', currency: 'VND' }, ENGLISH)).toBe('1,380,000 VND/piece');
  expect(shownQuantity({ quantity: '80,000 sets' }, ENGLISH)).toBe('80,000 sets');
});

test('the minimum quantity has the signs of the reader', () => {
  expect(shownQuantity({ quantity: '80,000 sets' }, inVietnamese)).toBe('80.000 sets');
  expect(shownQuantity({ quantity: 'one pallet' }, inVietnamese)).toBe('one pallet');
});
