import { filterCategories, withEquivalentCategories } from '@domain/categories.ts';
import { COUNTRIES, countryName } from '@domain/countries.ts';
import type { SearchFilters } from '@/shared/search/search-state.ts';
import type { PostTotal } from './api/list-post-totals.ts';

export type FilterOption = { value: string; label: string; count: number };

function sum(totals: readonly PostTotal[], isCounted: (total: PostTotal) => boolean): number {
  return totals.reduce((count, total) => (isCounted(total) ? count + total.visible_count : count), 0);
}

/** The categories to filter by (docs/decisions.md#three-lists-of-categories), each with its number of posts in the chosen country; both spellings of one count together. */
export function categoryOptions(totals: readonly PostTotal[], filters: SearchFilters): FilterOption[] {
  const inCountry = filters.country ? totals.filter(({ country }) => country === filters.country) : totals;
  const present = [...totals.map(({ category }) => category), ...filters.categories];
  return filterCategories(present).map(({ value, label }) => {
    const spellings = withEquivalentCategories([value]);
    return { value, label, count: sum(inCountry, ({ category }) => spellings.includes(category)) };
  });
}

/** The countries to filter by: the fixed list and any other value that posts carry, each with its number of posts in the chosen categories. */
export function countryOptions(totals: readonly PostTotal[], filters: SearchFilters): FilterOption[] {
  const chosen = withEquivalentCategories(filters.categories);
  const counted = chosen.length > 0 ? totals.filter(({ category }) => chosen.includes(category)) : totals;
  const present = totals.map(({ country }) => country);
  const values = new Set([
    ...COUNTRIES.map(({ code }) => code),
    ...present,
    ...(filters.country ? [filters.country] : []),
  ]);
  return [...values]
    .map((value) => ({ value, label: countryName(value), count: sum(counted, ({ country }) => country === value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
}
