import { expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { priceReading } from './price-reading.ts';

test('[A617] a price says what was read, or why nothing was', () => {
  const cases = [
    ['', 'USD', null],
    [' ', 'USD', null],
    ['1.16 USD/kg', 'USD', 'We read: 1.16 USD per kg'],
    ['10-12/box', 'EUR', 'We read: 10 to 12 EUR per box'],
    ['12,5', 'USD', 'We read: 12.5 USD. Without a unit, such as USD/kg, buyers cannot compare it.'],
    ['1.16 EUR/kg', 'USD', 'We read: 1.16 EUR per kg, although the currency is set to USD'],
    ['1.250 USD/kg', 'USD', 'Not read: 1.250 can be 1.25 or 1,250. Buyers see your text but cannot compare it.'],
    ['on request', 'USD', 'Not read: no amount is plain to see. Buyers see your text but cannot compare it.'],
  ] as const;
  for (const [price, currency, text] of cases) expect(priceReading(price, currency, ENGLISH), price).toBe(text);
});
