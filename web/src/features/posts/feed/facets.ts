import { FORM_CATEGORIES, filterCategories, withEquivalentCategories } from '@domain/categories.ts';
import { COUNTRIES } from '@domain/countries.ts';
import type { Language } from '@/shared/i18n/language.ts';
import type { SearchFilters } from '@/shared/search/search-state.ts';
import type { PostTotal } from './list-post-totals.ts';

export type FilterOption = { value: string; label: string; count: number };

function sum(totals: readonly PostTotal[], isCounted: (total: PostTotal) => boolean): number {
  return totals.reduce((count, total) => (isCounted(total) ? count + total.visible_count : count), 0);
}

/** Sorts by the first group with the value, those of no group last, each part in the given order. */
function inGroups(options: readonly FilterOption[], groups: readonly ReadonlySet<string>[]): FilterOption[] {
  const rank = ({ value }: FilterOption) => {
    const group = groups.findIndex((values) => values.has(value));
    return group === -1 ? groups.length : group;
  };
  return [...options].sort((a, b) => rank(a) - rank(b));
}

/**
 * The category filter options (docs/decisions.md#two-lists-of-categories) with their number of posts in the chosen
 * country; both spellings of a category are counted together. Of a search its hits are counted, but all posts say which
 * options there are.
 * @param groups options with posts of the first group come first, then those of the next, whatever is filtered
 */
export function categoryOptions(
  totals: readonly PostTotal[],
  filters: SearchFilters,
  { t, compare }: Language,
  hits?: readonly PostTotal[] | null,
  groups: readonly (readonly PostTotal[])[] = [totals],
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
  return inGroups(
    sorted,
    groups.map((posts) => new Set(withEquivalentCategories(posts.map(({ category }) => category)))),
  );
}

/**
 * The country filter options, from the fixed list and the values in posts, with their number of posts in the chosen
 * categories; hits and groups as for categories.
 */
export function countryOptions(
  totals: readonly PostTotal[],
  filters: SearchFilters,
  { country: nameOf, compare }: Language,
  hits?: readonly PostTotal[] | null,
  groups: readonly (readonly PostTotal[])[] = [totals],
): FilterOption[] {
  const chosen = withEquivalentCategories(filters.categories);
  const all = hits ?? totals;
  const counted = chosen.length > 0 ? all.filter(({ category }) => chosen.includes(category)) : all;
  const values = new Set([
    ...COUNTRIES.map(({ code }) => code),
    ...totals.map(({ country }) => country),
    ...(filters.country ? [filters.country] : []),
  ]);
  const options = [...values]
    .map((value) => ({ value, label: nameOf(value), count: sum(counted, ({ country }) => country === value) }))
    .sort((a, b) => compare(a.label, b.label));
  return inGroups(
    options,
    groups.map((posts) => new Set(posts.map(({ country }) => country))),
  );
}
