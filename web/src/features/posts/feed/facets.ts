import { FORM_CATEGORIES, filterCategories, withEquivalentCategories } from '@domain/categories.ts';
import { COUNTRIES } from '@domain/countries.ts';
import type { Language } from '@/shared/i18n/language.ts';
import type { SearchFilters } from '@/shared/search/search-state.ts';
import type { PostTotal } from './list-post-totals.ts';

export type FilterOption = { value: string; label: string; count: number };

function sum(totals: readonly PostTotal[], isCounted: (total: PostTotal) => boolean): number {
  return totals.reduce((count, total) => (isCounted(total) ? count + total.visible_count : count), 0);
}

/**
 * The category filter options (docs/decisions.md#three-lists-of-categories) with their number of posts in the chosen
 * country; both spellings of a category are counted together.
 */
export function categoryOptions(
  totals: readonly PostTotal[],
  filters: SearchFilters,
  { t, compare }: Language,
): FilterOption[] {
  const inCountry = filters.country ? totals.filter(({ country }) => country === filters.country) : totals;
  const present = [...totals.map(({ category }) => category), ...filters.categories];
  const options = filterCategories(present).map(({ value, label }) => {
    const spellings = withEquivalentCategories([value]);
    return { value, label: t(label), count: sum(inCountry, ({ category }) => spellings.includes(category)) };
  });
  const others = options.splice(FORM_CATEGORIES.length);
  return [...options, ...others.sort((a, b) => compare(a.label, b.label))];
}

/**
 * The country filter options, from the fixed list and the values in posts, with their number of posts in the chosen
 * categories.
 */
export function countryOptions(
  totals: readonly PostTotal[],
  filters: SearchFilters,
  { country: nameOf, compare }: Language,
): FilterOption[] {
  const chosen = withEquivalentCategories(filters.categories);
  const counted = chosen.length > 0 ? totals.filter(({ category }) => chosen.includes(category)) : totals;
  const present = totals.map(({ country }) => country);
  const values = new Set([
    ...COUNTRIES.map(({ code }) => code),
    ...present,
    ...(filters.country ? [filters.country] : []),
  ]);
  return [...values]
    .map((value) => ({ value, label: nameOf(value), count: sum(counted, ({ country }) => country === value) }))
    .sort((a, b) => compare(a.label, b.label));
}
