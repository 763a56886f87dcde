import { describe, expect, test } from 'vitest';
import {
  CATEGORIES,
  FORM_CATEGORIES,
  badgeCategory,
  categoryLabel,
  filterCategories,
  withEquivalentCategories,
} from './categories.ts';

const schemaList =
  'service, technology, industrial, agriculture, food, textile, electronics, automotive, construction, energy, healthcare, education, finance, retail, logistics, entertainment, travel, real_estate, legal, consulting, other';
const formList =
  'industrial, service, agricultural, technology, construction, healthcare, education, automotive, electronics, food, textiles, chemicals, logistics, furniture, consulting, retail, energy, manufacturing, other';

describe('categories', () => {
  test('the server accepts the union of both lists: 26 values', () => {
    expect(new Set(CATEGORIES)).toEqual(new Set([...schemaList.split(', '), ...formList.split(', ')]));
    expect(CATEGORIES).toHaveLength(26);
  });
  test('the form offers its 19 in order', () => {
    expect(FORM_CATEGORIES.map(({ value }) => value).join(', ')).toBe(formList);
  });
  test('category labels are those of the form', () => {
    expect(
      ['food', 'textiles', 'chemicals', 'logistics', 'furniture', 'retail', 'energy', 'industrial'].map(categoryLabel),
    ).toEqual([
      'Food & Beverage',
      'Textiles & Clothing',
      'Chemicals & Plastics',
      'Transport & Logistics',
      'Furniture & Decor',
      'Retail & E-commerce',
      'Energy & Utilities',
      'Industrial',
    ]);
  });
  test('labels of any other value are its words', () => {
    expect(['real_estate', 'agriculture', 'legal', 'made up', ''].map(categoryLabel)).toEqual([
      'Real Estate',
      'Agriculture',
      'Legal',
      'Made up',
      '',
    ]);
  });
  test('every offered category has a badge of its own, in either spelling, everything else that of other', () => {
    for (const { value } of FORM_CATEGORIES) expect(badgeCategory(value)).toBe(value);
    expect(['agriculture', 'textile'].map(badgeCategory)).toEqual(['agricultural', 'textiles']);
    expect(['real_estate', 'legal', 'banana'].map(badgeCategory)).toEqual(Array(3).fill('other'));
  });
  test('both spellings of one category are filtered together', () => {
    for (const spelling of ['agriculture', 'agricultural']) {
      expect(withEquivalentCategories([spelling]).toSorted()).toEqual(['agricultural', 'agriculture']);
    }
    for (const spelling of ['textile', 'textiles']) {
      expect(withEquivalentCategories([spelling]).toSorted()).toEqual(['textile', 'textiles']);
    }
    expect(withEquivalentCategories(['food', 'textile', 'textiles', 'food'])).toEqual(['food', 'textiles', 'textile']);
    expect(withEquivalentCategories([])).toEqual([]);
  });
  test('the filter offers the form list and any other value present, once', () => {
    const offered = filterCategories(['travel', 'food', 'textile', 'agriculture', 'legal', 'travel']);
    expect(offered.slice(0, 19)).toEqual(FORM_CATEGORIES);
    expect(offered.slice(19)).toEqual([
      { value: 'legal', label: 'Legal' },
      { value: 'travel', label: 'Travel' },
    ]);
  });
});
