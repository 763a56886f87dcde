import { describe, expect, test } from 'vitest';
import { EMPTY_QUOTE_FORM } from '@domain/quote.ts';
import { canQuoteAsOrganization, knownOrganization, quoteDefaults } from './quote-defaults.ts';

const nobody = { organization: '', taxCode: '' };
const company = { organization: 'Bob Steel', taxCode: 'VN-1' };

describe('what the quote form starts with', () => {
  test('the quote form starts as an empty individual quote when no organization is known', () => {
    expect(quoteDefaults(knownOrganization(nobody, null))).toEqual(EMPTY_QUOTE_FORM);
  });

  test('the quote form starts with the organization of the profile', () => {
    expect(quoteDefaults(knownOrganization(company, { organization: 'Old name', taxCode: 'OLD' }))).toEqual({
      ...EMPTY_QUOTE_FORM,
      accountType: 'organization',
      organizationName: 'Bob Steel',
      taxCode: 'VN-1',
    });
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
