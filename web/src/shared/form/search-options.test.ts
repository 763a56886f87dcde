import { expect, test } from 'vitest';
import { countriesIn } from '@/shared/i18n/country-names.ts';
import { ENGLISH } from '@/shared/i18n/english.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { translated } from '@/shared/i18n/translated.ts';
import { searchCountries, searchOptions } from './search-options.ts';

const farming = { value: 'agricultural', label: 'Nông nghiệp' };
const other = { value: 'other', label: 'Khác' };
const found = (search: string) => searchOptions({ options: [farming, other], search, limit: Infinity });

test.each(['nong', 'NÔNG', ' nghiep ', 'Nông nghiệp', 'Nông'])('"%s" finds "Nông nghiệp" [A638]', (search) => {
  expect(found(search)).toEqual([farming]);
});

test('an empty search finds all options, in groups too', () => {
  expect(found('')).toEqual([farming, other]);
  expect(found('xyz')).toEqual([]);
  const options = [{ group: 'All', items: [farming, other] }];
  expect(searchOptions({ options, search: 'khac', limit: Infinity })).toEqual([{ group: 'All', items: [other] }]);
});

const vietnamese = translated('vi', { texts: {}, messages: {} });
const countries = (search: string, language: Language) => {
  const options = countriesIn(language).map(({ code, name }) => ({ value: code, label: name }));
  return searchCountries({ options, search, limit: Infinity });
};

test.each(['Việt Nam', 'viet nam', 'Vietnam', ' VIETNAM '])('"%s" finds Vietnam in both languages [A638]', (text) => {
  expect(countries(text, ENGLISH)).toEqual([{ value: 'vn', label: 'Vietnam' }]);
  expect(countries(text, vietnamese)).toEqual([{ value: 'vn', label: 'Việt Nam' }]);
});

test('a country is found by its English name in any language [A638]', () => {
  expect(countries('germ', ENGLISH)).toEqual([{ value: 'de', label: 'Germany' }]);
  expect(countries('germ', vietnamese)).toEqual([{ value: 'de', label: 'Đức' }]);
  expect(countries('duc', vietnamese)).toEqual([{ value: 'de', label: 'Đức' }]);
  expect(countries('xyz', ENGLISH)).toEqual([]);
});
