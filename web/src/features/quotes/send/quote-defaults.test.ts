import { describe, expect, test } from 'vitest';
import { EMPTY_QUOTE_FORM } from '@domain/quote.ts';
import { canQuoteAsOrganization, knownOrganization, quoteDefaults } from './quote-defaults.ts';

const nobody = { organization: '', taxCode: '' };
const wanted = { targetCurrency: null, deliveryAddress: '1 Le Loi', country: 'vn' };
const started = { ...EMPTY_QUOTE_FORM, deliveryTo: '1 Le Loi, Vietnam' };
const company = { organization: 'Bob Steel', taxCode: 'VN-1' };

describe('what the quote form starts with', () => {
  test('the quote form starts as an individual quote without facts when no organization is known', () => {
    expect(quoteDefaults(wanted, knownOrganization(nobody, null))).toEqual(started);
  });

  test('the quote form starts with the organization of the profile', () => {
    expect(quoteDefaults(wanted, knownOrganization(company, { organization: 'Old name', taxCode: 'OLD' }))).toEqual({
      ...started,
      accountType: 'organization',
      organizationName: 'Bob Steel',
      taxCode: 'VN-1',
    });
  });

  test('the quote form starts with the currency of the target price', () => {
    expect(quoteDefaults({ ...wanted, targetCurrency: 'EUR' }, nobody).currency).toBe('EUR');
  });

  test.each([
    ['address and country where both fit', '1 Le Loi', '1 Le Loi, Vietnam'],
    ['the address alone where both are too long', 'x'.repeat(50), 'x'.repeat(50)],
    ['the country alone where the address is too long', 'x'.repeat(51), 'Vietnam'],
    ['the country alone where the address holds what the field refuses', 'ask me@home', 'Vietnam'],
  ])('the quote form delivers to %s', (_, deliveryAddress, deliveryTo) => {
    expect(quoteDefaults({ ...wanted, deliveryAddress }, nobody).deliveryTo).toBe(deliveryTo);
  });

  test('the quote form starts with the organization of the local copy when the profile has none', () => {
    expect(knownOrganization(nobody, company)).toEqual(company);
  });
});

describe('canQuoteAsOrganization', () => {
  test('quoting as an organization needs organization and tax code in the profile', () => {
    expect(canQuoteAsOrganization(company)).toBe(true);
    expect(canQuoteAsOrganization({ ...company, taxCode: ' ' })).toBe(false);
    expect(canQuoteAsOrganization({ ...company, organization: '' })).toBe(false);
  });
});
