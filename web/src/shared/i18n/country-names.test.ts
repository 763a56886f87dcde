import { describe, expect, test } from 'vitest';
import { COUNTRIES } from '@domain/countries.ts';
import { countriesIn, findCountry, matchingCountries } from './country-names.ts';
import { ENGLISH } from './english.ts';
import { translated } from './translated.ts';

const english = countriesIn(ENGLISH);
const vietnamese = countriesIn(translated('vi', { texts: {}, messages: {} }));
const names = (countries: typeof english) => countries.map(({ name }) => name);

describe('the countries of a language', () => {
  test('the English countries are the fixed list, in its order [A631]', () => {
    expect(names(english)).toEqual(COUNTRIES.map(({ name }) => name));
  });

  test('the countries of a language are sorted by their shown names [A638]', () => {
    expect(names(vietnamese)).toContain('Việt Nam');
    expect(names(vietnamese).slice(0, 3)).toEqual(['Ả Rập Xê-út', 'Afghanistan', 'Ai Cập']);
    expect(vietnamese.toSorted((a, b) => a.code.localeCompare(b.code)).map(({ code }) => code)).toEqual(
      COUNTRIES.map(({ code }) => code).toSorted(),
    );
  });

  test.each(['Việt Nam', 'viet nam', 'Vietnam', ' VIETNAM ', 'vn', 'Việt Nam'])(
    'the country is found as "%s" in both languages [A638]',
    (text) => {
      for (const countries of [english, vietnamese]) expect(findCountry(text, countries)?.code).toBe('vn');
    },
  );

  test('countries are found by their names in either language, ignoring đ and accents [A638]', () => {
    expect(findCountry('duc', vietnamese)?.code).toBe('de');
    expect(findCountry('Germany', vietnamese)?.code).toBe('de');
    expect(findCountry('Đức', english)).toBeUndefined();
    expect(findCountry('Atlantis', vietnamese)).toBeUndefined();
    expect(findCountry('', vietnamese)).toBeUndefined();
  });

  test('countries are suggested during typing, and all once a name is complete', () => {
    expect(names(matchingCountries('viet', vietnamese))).toEqual(['Việt Nam']);
    expect(names(matchingCountries('germ', vietnamese))).toEqual(['Đức']);
    expect(names(matchingCountries('united', english))).toEqual([
      'United Arab Emirates',
      'United Kingdom',
      'United States',
    ]);
    expect(matchingCountries('Viet Nam', vietnamese)).toHaveLength(COUNTRIES.length);
    expect(matchingCountries('', english)).toHaveLength(COUNTRIES.length);
    expect(matchingCountries('xyz', english)).toEqual([]);
  });
});
