import { readAddress, writeAddress } from '@/shared/address/address.ts';
import { codes, flag, optional, page, search, text, whole, type Param } from '@/shared/address/param.ts';

/**
 * More filters of the feed: only requests without quotes, open ones, those closing or posted within so many days, and a
 * sort order other than the default, which is relevance for a search and newest first otherwise. Named like the
 * arguments of `list_posts`.
 */
export type MoreFilters = {
  unquoted?: boolean | undefined;
  open?: boolean | undefined;
  closing?: number | undefined;
  posted?: number | undefined;
  sort?: 'fewest_quotes' | 'newest' | 'closing' | undefined;
};
/** Filters of the post list: a two-letter country code or free text, and category values; empty means all. */
export type SearchFilters = { country: string; categories: string[] } & MoreFilters;
/** Typed text (`input`), submitted text (`query`), filters, and page, starting at 1. */
export type SearchState = { query: string; input: string; filters: SearchFilters; page: number };
export type SearchAction =
  | { type: 'typed'; input: string }
  | { type: 'submitted' }
  | { type: 'cleared' }
  | { type: 'countryChosen'; country: string }
  | { type: 'categoriesChosen'; categories: string[] }
  | { type: 'moreChosen'; more: MoreFilters }
  | { type: 'pageChosen'; page: number };

export const emptySearch: SearchState = { query: '', input: '', filters: { country: '', categories: [] }, page: 1 };

/** How many filters are set; the order is none. */
export const countFilters = ({ country, categories, sort: _sort, ...more }: SearchFilters): number =>
  [country, ...categories, ...Object.values(more)].filter(Boolean).length;

/** Whether any filter besides the search term is set. */
export const hasFilters = (filters: SearchFilters): boolean => countFilters(filters) > 0;

/**
 * Reducer of the search: typing changes only the input, submitting copies it to the query, clearing resets everything,
 * changing a filter returns to page 1.
 */
export function searchReducer(state: SearchState, action: SearchAction): SearchState {
  switch (action.type) {
    case 'typed':
      return { ...state, input: action.input };
    case 'submitted':
      return { ...state, query: state.input.trim(), page: 1 };
    case 'cleared':
      return emptySearch;
    case 'countryChosen':
      return { ...state, filters: { ...state.filters, country: action.country }, page: 1 };
    case 'categoriesChosen':
      return { ...state, filters: { ...state.filters, categories: [...new Set(action.categories)] }, page: 1 };
    case 'moreChosen':
      return { ...state, filters: { ...state.filters, ...action.more }, page: 1 };
    case 'pageChosen':
      return { ...state, page: Math.max(1, Math.trunc(action.page) || 1) };
  }
}

/** A parameter that is undefined when unset. */
const orUndefined = <Value>({ read, write }: Param<Value>): Param<Exclude<Value, '' | null> | undefined> => ({
  // Omitted values are falsy.
  read: (...texts) => (read(...texts) || undefined) as Exclude<Value, '' | null> | undefined,
  write: (value) => (value ? write(value) : []),
});
const isOn = orUndefined(flag);
const days = orUndefined(whole({ min: 1, max: 365 }));

const searchAddress = {
  q: search(),
  country: text,
  category: codes,
  unquoted: isOn,
  open: isOn,
  closing: days,
  posted: days,
  sort: orUndefined(optional(['fewest_quotes', 'newest', 'closing'])),
  page,
};

/**
 * The search in the URL of the home page: `?q=&country=&category=&unquoted=1&open=1&closing=7&posted=7&sort=&page=`.
 * The country is verbatim.
 */
export function readSearch(params: URLSearchParams): Omit<SearchState, 'input'> {
  const { q, country, category, page: read, ...more } = readAddress(searchAddress, params);
  return { query: q, filters: { country, categories: category, ...more }, page: read };
}

/**
 * The query string of a search state, with its question mark; empty for the default state.
 * @param before a query string whose other parameters stay
 */
export function writeSearch({ query, filters, page: read }: Omit<SearchState, 'input'>, before = ''): string {
  const state = { ...filters, q: query, category: filters.categories, page: read };
  const written = writeAddress(searchAddress, new URLSearchParams(before), state).toString();
  return written && `?${written}`;
}
