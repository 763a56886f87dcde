import { describe, expect, it } from 'vitest';
import { nextQuoteAt, priceWithCurrency, shortMatch } from './quote-facts.ts';

describe('priceWithCurrency', () => {
  it('adds the currency to a plain number only', () => {
    expect(priceWithCurrency({ price: '250', currency: 'EUR' })).toBe('250 EUR');
    expect(priceWithCurrency({ price: '1 USD/product', currency: 'USD' })).toBe('1 USD/product');
    expect(priceWithCurrency({ price: '€250', currency: 'EUR' })).toBe('€250');
  });
});

describe('nextQuoteAt', () => {
  const sent = '2026-11-20T10:00:00.000Z';

  it('is 5 days after the last quote', () => {
    expect(nextQuoteAt(sent, Date.parse('2026-11-21T00:00:00Z'))).toBe('2026-11-25T10:00:00.000Z');
  });

  it('is nothing once the wait is over', () => {
    expect(nextQuoteAt(sent, Date.parse('2026-11-25T10:00:00Z'))).toBeNull();
  });
});

describe('shortMatch', () => {
  it('has few words for every match', () => {
    expect([shortMatch('high'), shortMatch('medium'), shortMatch('different'), shortMatch(null)]).toEqual([
      '>90% match',
      '70-90% match',
      'Different',
      'Not stated',
    ]);
  });
});
