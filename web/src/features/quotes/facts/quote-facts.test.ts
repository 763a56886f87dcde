import { describe, expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { priceWithCurrency } from '@domain/quote-values.ts';
import { shortMatch } from './quote-facts.ts';

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
