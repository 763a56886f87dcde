import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { COUNTRIES, countryName, toCountryCode } from './countries.ts';

describe('countries', () => {
  test('[A232] countries are a fixed list of 138', () => {
    expect(COUNTRIES).toHaveLength(138);
  });
  test('[A233] countries run from Afghanistan to Zimbabwe, by name', () => {
    expect(COUNTRIES[0]?.name).toBe('Afghanistan');
    expect(COUNTRIES.at(-1)?.name).toBe('Zimbabwe');
    const names = COUNTRIES.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  });
  test('[A234] every name has a unique code of two lower-case letters, each a real one', () => {
    const codes = COUNTRIES.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    for (const code of codes) {
      expect(code).toMatch(/^[a-z]{2}$/);
      expect(english.of(code.toUpperCase()), code).toBeDefined();
    }
  });
  test('the codes belong to their names', () => {
    const english = new Intl.DisplayNames('en', { type: 'region' });
    const differing = COUNTRIES.filter(({ code, name }) => english.of(code.toUpperCase()) !== name).map(
      ({ code }) => code,
    );
    // Spelled differently by Unicode: "Bosnia & Herzegovina", "Czechia", "Congo - Kinshasa", ...
    expect(differing).toEqual(['ba', 'cz', 'cd', 'hk', 'ci', 'mo', 'mm', 'ps', 'tr']);
  });
  test('[A320] a name in any case becomes its code', () => {
    expect(toCountryCode('vIeTnAm')).toBe('vn');
    fc.assert(
      fc.property(fc.constantFrom(...COUNTRIES), fc.infiniteStream(fc.boolean()), ({ name, code }, upper) => {
        const mixed = [...name]
          .map((letter) => (upper.next().value ? letter.toUpperCase() : letter.toLowerCase()))
          .join('');
        expect(toCountryCode(` ${mixed} `)).toBe(code);
        expect(countryName(code)).toBe(name);
      }),
    );
  });
  test('a known code is recognised in any case', () => {
    expect([toCountryCode('VN'), toCountryCode('de'), countryName('VN')]).toEqual(['vn', 'de', 'Vietnam']);
  });
  test('free text stays as typed, trimmed, at most 60 characters', () => {
    expect([toCountryCode('  Atlantis '), toCountryCode('zz'), toCountryCode('Z'.repeat(70))]).toEqual([
      'Atlantis',
      'zz',
      'Z'.repeat(60),
    ]);
  });
  test('an unknown code is shown as it is', () => {
    expect([countryName('zz'), countryName('Atlantis'), countryName('')]).toEqual(['zz', 'Atlantis', '']);
  });
});
