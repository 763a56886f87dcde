import { describe, expect, test } from 'vitest';
import { refusals } from '../../../tests/support/refusals.ts';
import { profileBodySchema, profileSchema } from './profile.ts';

const NOTHING = Object.fromEntries(Object.keys(profileSchema.shape).map((name) => [name, null]));

describe('a profile', () => {
  test('[A293] each field of a profile is null when missing, null or blank', () => {
    expect(profileSchema.parse({})).toEqual(NOTHING);
    expect(profileSchema.parse(NOTHING)).toEqual(NOTHING);
    expect(profileSchema.parse(Object.fromEntries(Object.keys(NOTHING).map((name) => [name, ' '])))).toEqual(NOTHING);
  });

  test.each([
    ['firstName', 50, 'Invalid input'],
    ['lastName', 50, 'Invalid input'],
    ['address', 200, 'Invalid input'],
    ['country', 60, 'Invalid input'],
    ['companyName', 100, 'Invalid input'],
    ['bio', 500, 'Invalid input'],
    ['organization', 100, 'Organization name must be less than 100 characters'],
    ['taxCode', 20, 'Tax code must be less than 20 characters'],
  ])('%s is trimmed, and has at most %i characters', (field, max, message) => {
    expect(profileSchema.parse({ [field]: ` ${'x'.repeat(max)} ` })).toMatchObject({ [field]: 'x'.repeat(max) });
    expect(refusals(profileSchema, { [field]: 'x'.repeat(max + 1) })).toEqual([`${field}: ${message}`]);
  });

  test('a profile stores the code of a country, and any other text as it is', () => {
    expect(profileSchema.parse({ country: 'vIeTnAm' }).country).toBe('vn');
    expect(profileSchema.parse({ country: 'Atlantis' }).country).toBe('Atlantis');
  });

  test('a change of a profile takes any subset of its fields, and texts of any length', () => {
    expect(profileBodySchema.parse({})).toEqual({});
    expect(Object.keys(profileBodySchema.shape)).toEqual(Object.keys(profileSchema.shape));
    const bio = ` ${'x'.repeat(501)}`;
    expect(profileBodySchema.parse({ bio, taxCode: null })).toEqual({ bio, taxCode: null });
  });
});

describe('a phone number', () => {
  test.each(['123456', '1'.repeat(20), `+${'1'.repeat(20)}`, '(024) 123-456'])('%s is one', (phoneNumber) =>
    expect(profileSchema.parse({ phoneNumber })).toMatchObject({ phoneNumber }),
  );

  test('a phone number of 200 characters is still put in order, and dots with blanks are one blank', () => {
    const marks = '\u200e'.repeat(194);
    expect(profileSchema.parse({ phoneNumber: `123456${marks}` }).phoneNumber).toBe('123456');
    expect(refusals(profileSchema, { phoneNumber: `123456${marks}\u200e` })).toHaveLength(1);
    expect(profileSchema.parse({ phoneNumber: '0912. 345' }).phoneNumber).toBe('0912 345');
  });

  test.each(['12345', '1'.repeat(21), '1+23456', '123456a', 'a123456'])('%s is none', (phoneNumber) =>
    expect(refusals(profileSchema, { phoneNumber })).toEqual(['phoneNumber: Invalid phone number']),
  );
});
