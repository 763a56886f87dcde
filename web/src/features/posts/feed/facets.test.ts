import { describe, expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { translated } from '@/shared/i18n/translated.ts';
import { FORM_CATEGORIES } from '@domain/categories.ts';
import { COUNTRIES } from '@domain/countries.ts';
import { categoryOptions, countryOptions, type FilterOption } from './facets.ts';

const none = { country: '', categories: [] };
const totals = [
  { country: 'vn', category: 'agricultural', visible_count: 3 },
  { country: 'vn', category: 'agriculture', visible_count: 2 },
  { country: 'de', category: 'food', visible_count: 4 },
  { country: 'Zanzibar', category: 'travel', visible_count: 1 },
];
const countOf = (options: { value: string; count: number }[], wanted: string) =>
  options.find(({ value }) => value === wanted)?.count;

describe('what the filters offer', () => {
  test('the category filter offers the form list and any other category that posts have', () => {
    const values = categoryOptions(totals, none, ENGLISH).map(({ value }) => value);
    expect(values.toSorted()).toEqual([...FORM_CATEGORIES.map(({ value }) => value), 'travel'].toSorted());
  });

  test('categories and countries with posts come first, whatever is filtered', () => {
    for (const filters of [none, { country: 'de', categories: ['food'] }]) {
      const categories = categoryOptions(totals, filters, ENGLISH).map(({ value }) => value);
      expect(categories.slice(0, 4)).toEqual(['agricultural', 'food', 'travel', 'industrial']);
      const countries = countryOptions(totals, filters, ENGLISH).map(({ label }) => label);
      expect(countries.slice(0, 4)).toEqual(['Germany', 'Vietnam', 'Zanzibar', 'Afghanistan']);
    }
  });

  test('the category filter counts both spellings of a category together', () => {
    expect(countOf(categoryOptions(totals, none, ENGLISH), 'agricultural')).toBe(5);
  });

  test('the filters count categories in the chosen country and countries in the chosen categories', () => {
    expect(countOf(categoryOptions(totals, { country: 'de', categories: [] }, ENGLISH), 'agricultural')).toBe(0);
    expect(countOf(categoryOptions(totals, { country: 'de', categories: [] }, ENGLISH), 'food')).toBe(4);
    expect(countOf(countryOptions(totals, { country: '', categories: ['agricultural'] }, ENGLISH), 'vn')).toBe(5);
    expect(countOf(countryOptions(totals, { country: '', categories: ['food'] }, ENGLISH), 'vn')).toBe(0);
  });

  test('of a search the hits are counted', () => {
    const hits = [{ country: 'de', category: 'food', visible_count: 1 }];
    expect(countOf(categoryOptions(totals, none, ENGLISH, hits), 'food')).toBe(1);
    expect(countOf(categoryOptions(totals, none, ENGLISH, hits), 'agricultural')).toBe(0);
    expect(countOf(countryOptions(totals, { country: '', categories: ['travel'] }, ENGLISH, hits), 'de')).toBe(0);
  });

  test('what a search found comes first, then what other posts have, whatever is filtered', () => {
    const hits = [
      { country: 'vn', category: 'travel', visible_count: 1 },
      { country: 'vn', category: 'agriculture', visible_count: 1 },
    ];
    for (const filters of [none, { country: 'de', categories: ['food'] }]) {
      const categories = categoryOptions(totals, filters, ENGLISH, hits, [hits, totals]).map(({ value }) => value);
      expect(categories.slice(0, 4)).toEqual(['agricultural', 'travel', 'food', 'industrial']);
      const countries = countryOptions(totals, filters, ENGLISH, hits, [hits, totals]).map(({ label }) => label);
      expect(countries.slice(0, 4)).toEqual(['Vietnam', 'Germany', 'Zanzibar', 'Afghanistan']);
    }
  });

  test('the filters keep a chosen value although no post has it', () => {
    expect(categoryOptions([], { country: '', categories: ['legal'] }, ENGLISH).at(-1)?.value).toBe('legal');
    expect(
      countryOptions([], { country: 'Utopia', categories: [] }, ENGLISH).some(({ value }) => value === 'Utopia'),
    ).toBe(true);
  });

  test('the country filter lists the fixed countries and any other that posts have, by name', () => {
    const options = countryOptions(totals, none, ENGLISH);
    expect(options).toHaveLength(COUNTRIES.length + 1);
    const without = countryOptions([], none, ENGLISH).map(({ label }) => label);
    expect(without).toEqual(without.toSorted((a, b) => a.localeCompare(b)));
  });
});

describe('what the filters offer in another language', () => {
  const vietnamese = translated('vi', {
    texts: { Travel: 'Du lịch', Legal: 'Pháp lý', 'Real Estate': 'Bất động sản' },
    messages: { 'Food & Beverage': 'Thực phẩm và đồ uống' },
  });
  const countsOf = (options: FilterOption[]) =>
    options.map(({ value, count }) => ({ value, count })).sort((a, b) => (a.value < b.value ? -1 : 1));

  test.each([none, { country: 'de', categories: [] }, { country: '', categories: ['food', 'agricultural'] }])(
    'the filters in another language have the same values with the same numbers of posts: %o [A638]',
    (filters) => {
      for (const options of [countryOptions, categoryOptions]) {
        expect(countsOf(options(totals, filters, vietnamese))).toEqual(countsOf(options(totals, filters, ENGLISH)));
      }
    },
  );

  test('countries are sorted by the names that are shown [A638]', () => {
    expect(
      countryOptions(totals, none, vietnamese)
        .map(({ label }) => label)
        .slice(0, 3),
    ).toEqual(['Đức', 'Việt Nam', 'Zanzibar']);
    const labels = countryOptions([], none, vietnamese).map(({ label }) => label);
    expect(labels.indexOf('Đức')).toBeGreaterThan(labels.indexOf('Dominica'));
    expect(labels).toEqual(labels.toSorted(vietnamese.compare));
    expect(labels).not.toEqual(labels.toSorted((a, b) => (a < b ? -1 : 1)));
  });

  test('categories keep the order of the form; further ones are sorted by the names that are shown [A638]', () => {
    const more = ['travel', 'legal', 'real_estate'].map((category) => ({ country: 'vn', category, visible_count: 1 }));
    const options = categoryOptions(more, none, vietnamese);
    expect(options.slice(3).map(({ value }) => value)).toEqual(FORM_CATEGORIES.map(({ value }) => value));
    expect(options.slice(0, 3).map(({ label }) => label)).toEqual(['Bất động sản', 'Du lịch', 'Pháp lý']);
    expect(options.find(({ value }) => value === 'food')?.label).toBe('Thực phẩm và đồ uống');
  });
});
