import { readAddress, writeAddress } from '@/shared/address/address.ts';
import { flag, list, optional, page, search, text } from '@/shared/address/param.ts';

/**
 * More filters of the feed: only requests without quotes, and a sort order other than the default, which is relevance
 * for a search and newest first otherwise.
 */
export type MoreFilters = { unquoted?: true | undefined; sort?: 'fewest_quotes' | 'newest' | undefined };
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

/** Whether any filter besides the search term is set. */
export function hasFilters({ country, categories, unquoted }: SearchFilters): boolean {
  return country !== '' || categories.length > 0 || unquoted === true;
}

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

const searchAddress = {
  q: search(),
  country: text,
  category: list,
  unquoted: flag,
  sort: optional(['fewest_quotes', 'newest']),
  page,
};

/** The search in the URL of the home page: `?q=&country=&category=&unquoted=1&sort=fewest_quotes&page=`. */
export function readSearch(params: URLSearchParams): Omit<SearchState, 'input'> {
  const { q, country, category, unquoted, sort, ...rest } = readAddress(searchAddress, params);
  const filters = { country, categories: category, unquoted: unquoted || undefined, sort: sort || undefined };
  return { query: q, filters, ...rest };
}

/** The query string of a search state, with its question mark; empty for the default state. */
export function writeSearch({ query, filters, ...rest }: Omit<SearchState, 'input'>): string {
  const { country, categories, unquoted = false, sort = '' } = filters;
  const state = { q: query, country, category: categories, unquoted, sort, page: rest.page };
  const written = writeAddress(searchAddress, new URLSearchParams(), state).toString();
  return written && `?${written}`;
}
