import { expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { translated } from '@/shared/i18n/translated.ts';
import vi from '@/shared/i18n/vi.json';
import { AMOUNTS, offerUnit } from './amount-reading.ts';

const vietnamese = translated('vi', vi);

test('[A617] a price shows how it was read, or why it was not', () => {
  const cases = [
    ['1.16 USD/kg', 'USD', 'We read: 1.16 USD per kg'],
    ['$.85/lb FOB Hai Phong', 'USD', 'We read: 0.85 USD per lb, FOB'],
    ['1.1250 USD/kg + VAT', 'USD', 'We read: 1.1250 USD per kg, tax excluded'],
    ['10-12/box', 'EUR', 'We read: 10 to 12 EUR per box'],
    ['12,5', 'USD', 'We read: 12.5 USD. Without a unit, such as USD/kg, buyers cannot compare it.'],
    ['1.16 EUR/kg', 'USD', 'We read: 1.16 EUR per kg, although the currency is set to USD'],
    ['1.250 USD/kg', 'USD', 'Not read: 1.250 can be 1.25 or 1,250. Buyers see your text but cannot compare it.'],
    ['on request', 'USD', 'Not read: no amount is plain to see. Buyers see your text but cannot compare it.'],
  ] as const;
  for (const [price, currency, text] of cases) expect(AMOUNTS.price.say(price, currency, ENGLISH), price).toBe(text);
});

test.each([
  ['1.9', 't', '/t', '1.9 USD per t'],
  ['1.9 USD', 'tons', '/t', '1.9 USD per t'],
  ['€10-12 ', 'piece', '/piece', '10 to 12 EUR per piece'],
  ['44.5', 'entries', '/entry', '44.5 USD per entry'],
  ['7', 'doz pairs', '/12 pairs', '7 USD per 12 pairs'],
])('[A617] the price %j without a unit is offered that of a request in %s', (price, unit, suffix, said) => {
  expect(offerUnit(price, 'USD', unit, ENGLISH)).toEqual({ suffix, said });
});

test.each([
  ['1.9/kg', 't', 'names a unit'],
  ['', 't', 'is not there yet'],
  ['1.250', 't', 'is ambiguous'],
  ['5', 'M', 'is for a request in a unit that is not read'],
  ['5 FOB Hai Phong', 't', 'would not be read with it'],
])('[A617] the price %j is offered no unit in %s: it %s', (price, unit) => {
  expect(offerUnit(price, 'USD', unit, ENGLISH)).toBeNull();
});

test('[A617] a minimum quantity and a delivery time show how they were read, or why they were not', () => {
  const { quantity, deliveryTime } = AMOUNTS;
  expect(quantity.say('5 doz pairs', 'USD', ENGLISH)).toBe('We read: 60 pairs');
  expect(quantity.say('2M pcs', 'USD', ENGLISH)).toBe(
    'Not read: M means metre or million. Buyers see your text but cannot compare it.',
  );
  expect(deliveryTime.say('4-5 weeks', 'USD', ENGLISH)).toBe('We read: 35 days');
  expect(deliveryTime.say('a day', 'USD', ENGLISH)).toBe('We read: 1 day');
  expect(deliveryTime.say('20 days', 'USD', ENGLISH), 'plain').toBe('');
  expect(quantity.say('500 kg', 'USD', ENGLISH), 'plain').toBe('');
});

test('[A617] numbers and reasons are in the format of the language', () => {
  expect(AMOUNTS.price.say('1,250.5 USD/kg', 'USD', vietnamese)).toBe('Chúng tôi đọc là: 1.250,5 USD/kg');
  expect(AMOUNTS.price.say('1.250 USD/kg', 'USD', vietnamese)).toContain('1.250 có thể là 1,25 hoặc 1.250');
  expect(AMOUNTS.price.say('5 USD/kg FOB + VAT', 'USD', vietnamese)).toBe(
    'Chúng tôi đọc là: 5 USD/kg, FOB, chưa gồm thuế',
  );
  expect(AMOUNTS.quantity.say('1,250 pcs', 'USD', vietnamese)).toBe('Chúng tôi đọc là: 1.250 cái');
});
