import { describe, expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { priceWithCurrency } from '@domain/quote-values.ts';
import { makeLanguage } from '@/shared/i18n/language.ts';
import { QUOTE_FACTS, shortMatch } from './quote-facts.ts';

describe('priceWithCurrency', () => {
  test('the currency is added to a plain number only', () => {
    expect(priceWithCurrency({ price: '250', currency: 'EUR' })).toBe('250 EUR');
    expect(priceWithCurrency({ price: '1 USD/product', currency: 'USD' })).toBe('1 USD/product');
    expect(priceWithCurrency({ price: '€250', currency: 'EUR' })).toBe('€250');
  });
});

describe('shortMatch', () => {
  test('every match has a short text', () => {
    expect([
      shortMatch('high', ENGLISH),
      shortMatch('medium', ENGLISH),
      shortMatch('different', ENGLISH),
      shortMatch(null, ENGLISH),
    ]).toEqual(['>90% match', '70-90% match', 'Different', 'Not stated']);
  });
});

test('a change of price or minimum quantity is shown in the number format of the reader', () => {
  const inVietnamese = makeLanguage('vi');
  const { price, quantity } = QUOTE_FACTS;
  expect(price.inChange('1,380,000 VND/piece', inVietnamese)).toBe('1.380.000 VND/piece');
  expect(price.inChange('49.5', inVietnamese)).toBe('49,5');
  expect(price.inChange('on request', inVietnamese)).toBe('on request');
  expect(quantity.inChange('1,000 pieces', inVietnamese)).toBe('1.000 pieces');
  expect(price.inChange('1,380,000 VND/piece', ENGLISH)).toBe('1,380,000 VND/piece');
});
