import { describe, expect, test } from 'vitest';
import { FORM_CATEGORIES } from '@domain/categories.ts';
import { COUNTRIES } from '@domain/countries.ts';
import { categoryOptions, countryOptions } from './facets.ts';

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
  test('is the form list and any other category that posts carry', () => {
    const values = categoryOptions(totals, none).map(({ value }) => value);
    expect(values.slice(0, FORM_CATEGORIES.length)).toEqual(FORM_CATEGORIES.map(({ value }) => value));
    expect(values.slice(FORM_CATEGORIES.length)).toEqual(['travel']);
  });

  test('counts both spellings of a category together', () => {
    expect(countOf(categoryOptions(totals, none), 'agricultural')).toBe(5);
  });

  test('counts categories in the chosen country and countries in the chosen categories', () => {
    expect(countOf(categoryOptions(totals, { country: 'de', categories: [] }), 'agricultural')).toBe(0);
    expect(countOf(categoryOptions(totals, { country: 'de', categories: [] }), 'food')).toBe(4);
    expect(countOf(countryOptions(totals, { country: '', categories: ['agricultural'] }), 'vn')).toBe(5);
    expect(countOf(countryOptions(totals, { country: '', categories: ['food'] }), 'vn')).toBe(0);
  });

  test('keeps what is chosen although no post has it', () => {
    expect(categoryOptions([], { country: '', categories: ['legal'] }).at(-1)?.value).toBe('legal');
    expect(countryOptions([], { country: 'Utopia', categories: [] }).some(({ value }) => value === 'Utopia')).toBe(
      true,
    );
  });

  test('lists the fixed countries and any other that posts carry, by name', () => {
    const options = countryOptions(totals, none);
    expect(options).toHaveLength(COUNTRIES.length + 1);
    expect(options[0]?.label).toBe('Afghanistan');
    expect(options.map(({ label }) => label)).toEqual(
      options.map(({ label }) => label).sort((a, b) => a.localeCompare(b)),
    );
  });
});
