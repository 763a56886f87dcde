import { FORM_CATEGORIES, filterCategories, withEquivalentCategories } from '@domain/categories.ts';
import { COUNTRIES } from '@domain/countries.ts';
import type { Language } from '@/shared/i18n/language.ts';
import type { SearchFilters } from '@/shared/search/search-state.ts';
import type { PostTotal } from './list-post-totals.ts';

export type FilterOption = { value: string; label: string; count: number };

function sum(totals: readonly PostTotal[], isCounted: (total: PostTotal) => boolean): number {
  return totals.reduce((count, total) => (isCounted(total) ? count + total.visible_count : count), 0);
}

/** Options with posts come first, both parts in the given order. It does not depend on countries and categories, so no option moves when it is chosen. */
function withPostsFirst(options: readonly FilterOption[], hasPosts: (value: string) => boolean): FilterOption[] {
  return [...options.filter(({ value }) => hasPosts(value)), ...options.filter(({ value }) => !hasPosts(value))];
}

/**
 * The category filter options (docs/decisions.md#two-lists-of-categories) with their number of posts in the chosen
 * country; both spellings of a category are counted together. Of a search its hits are counted, but all posts say which
 * options there are.
 * @param first those with these posts come first, before the others that have any
 */
export function categoryOptions(
  totals: readonly PostTotal[],
  filters: SearchFilters,
  { t, compare }: Language,
  hits?: readonly PostTotal[] | null,
  first: readonly PostTotal[] = totals,
): FilterOption[] {
  const counted = hits ?? totals;
  const inCountry = filters.country ? counted.filter(({ country }) => country === filters.country) : counted;
  const present = [...totals.map(({ category }) => category), ...filters.categories];
  const options = filterCategories(present).map(({ value, label }) => {
    const spellings = withEquivalentCategories([value]);
    return { value, label: t(label), count: sum(inCountry, ({ category }) => spellings.includes(category)) };
  });
  const others = options.splice(FORM_CATEGORIES.length);
  const sorted = [...options, ...others.sort((a, b) => compare(a.label, b.label))];
  return [totals, first].reduce((ordered, posts) => {
    const values = new Set(withEquivalentCategories(posts.map(({ category }) => category)));
    return withPostsFirst(ordered, (value) => values.has(value));
  }, sorted);
}

/**
 * The country filter options, from the fixed list and the values in posts, with their number of posts in the chosen
 * categories; hits and first as for categories.
 */
export function countryOptions(
  totals: readonly PostTotal[],
  filters: SearchFilters,
  { country: nameOf, compare }: Language,
  hits?: readonly PostTotal[] | null,
  first: readonly PostTotal[] = totals,
): FilterOption[] {
  const chosen = withEquivalentCategories(filters.categories);
  const all = hits ?? totals;
  const counted = chosen.length > 0 ? all.filter(({ category }) => chosen.includes(category)) : all;
  const present = new Set(totals.map(({ country }) => country));
  const values = new Set([
    ...COUNTRIES.map(({ code }) => code),
    ...present,
    ...(filters.country ? [filters.country] : []),
  ]);
  const options = [...values]
    .map((value) => ({ value, label: nameOf(value), count: sum(counted, ({ country }) => country === value) }))
    .sort((a, b) => compare(a.label, b.label));
  const found = new Set(first.map(({ country }) => country));
  return withPostsFirst(
    withPostsFirst(options, (value) => present.has(value)),
    (value) => found.has(value),
  );
}
