import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchOf } from './search-of.ts';
import {
  countFilters,
  emptySearch,
  hasFilters,
  readSearch,
  searchReducer,
  writeSearch,
  type SearchState,
} from './search-state.ts';

const full: SearchState = { query: 'steel', input: 'steel', filters: { country: 'vn', categories: ['food'] }, page: 3 };

describe('searchReducer', () => {
  test('the search state has query, input and the filters country and categories [A230]', () => {
    expect(emptySearch).toEqual({ query: '', input: '', filters: { country: '', categories: [] }, page: 1 });
  });

  test('changes only the input while typing [A250]', () => {
    expect(searchReducer(full, { type: 'typed', input: 'copper' })).toEqual({ ...full, input: 'copper' });
  });

  test('the search state copies the input to the query on submit, from page 1 [A251]', () => {
    const typed = searchReducer(full, { type: 'typed', input: ' copper ' });
    expect(searchReducer(typed, { type: 'submitted' })).toEqual({ ...typed, query: 'copper', page: 1 });
  });

  test('the search state resets query, input and filters on clear [A252]', () => {
    expect(searchReducer(full, { type: 'cleared' })).toEqual(emptySearch);
  });

  test('the search state returns to page 1 when a filter changes', () => {
    expect(searchReducer(full, { type: 'countryChosen', country: 'de' })).toMatchObject({
      page: 1,
      filters: { country: 'de' },
    });
    expect(searchReducer(full, { type: 'categoriesChosen', categories: ['food', 'food', 'energy'] })).toMatchObject({
      page: 1,
      filters: { categories: ['food', 'energy'] },
    });
  });

  test('the search state returns to page 1 for another order or unquoted requests only; clear forgets both', () => {
    const narrowed = searchReducer(full, { type: 'moreChosen', more: { unquoted: true, sort: 'fewest_quotes' } });
    expect(narrowed).toEqual({ ...full, page: 1, filters: { ...full.filters, unquoted: true, sort: 'fewest_quotes' } });
    expect(hasFilters({ country: '', categories: [], unquoted: true })).toBe(true);
    expect(hasFilters({ country: '', categories: [], sort: 'fewest_quotes' })).toBe(false);
    expect(searchReducer(narrowed, { type: 'cleared' })).toEqual(emptySearch);
  });

  test('the search state keeps the rest when the page changes, and never goes below page 1', () => {
    expect(searchReducer(full, { type: 'pageChosen', page: 5 })).toEqual({ ...full, page: 5 });
    for (const page of [0, -2, Number.NaN]) {
      expect(searchReducer(full, { type: 'pageChosen', page })).toMatchObject({ page: 1 });
    }
  });
});

describe('the address of a search', () => {
  test('the address of an empty search is empty', () => {
    expect(writeSearch(emptySearch)).toBe('');
    expect(readSearch(new URLSearchParams())).toEqual({ query: '', filters: { country: '', categories: [] }, page: 1 });
  });

  test('the address of a search names query, country, categories and page', () => {
    expect(writeSearch({ ...full, filters: { country: 'vn', categories: ['food', 'energy'] } })).toBe(
      '?q=steel&country=vn&category=energy&category=food&page=3',
    );
  });

  test('the address of a search names unquoted requests and the order, and ignores other values', () => {
    const more = {
      ...emptySearch,
      filters: { ...emptySearch.filters, unquoted: true, sort: 'fewest_quotes' },
    } as const;
    expect(writeSearch({ ...more, filters: { ...more.filters, categories: [] } })).toBe(
      '?unquoted=1&sort=fewest_quotes',
    );
    expect(readSearch(new URLSearchParams('unquoted=1&sort=fewest_quotes')).filters).toEqual({
      country: '',
      categories: [],
      unquoted: true,
      sort: 'fewest_quotes',
    });
    expect(readSearch(new URLSearchParams('unquoted=yes&sort=price')).filters).toEqual({ country: '', categories: [] });
  });

  test('[A737] the address of a search names open requests and days, and ignores other values', () => {
    const filters = { ...emptySearch.filters, open: true, closing: 7, posted: 30, sort: 'closing' } as const;
    const address = '?open=1&closing=7&posted=30&sort=closing';
    expect(writeSearch({ ...emptySearch, filters: { ...filters, categories: [] } })).toBe(address);
    expect(readSearch(new URLSearchParams(address)).filters).toEqual(filters);
    expect(countFilters(filters)).toBe(3);
    expect(hasFilters(emptySearch.filters)).toBe(false);
    for (const days of ['0', '-1', '1.5', '366', 'x', '', '7d', '99999999999999999999'])
      expect(readSearch(new URLSearchParams({ open: 'yes', closing: days, posted: days })).filters).toEqual(
        emptySearch.filters,
      );
  });

  test('the address keeps newest first, the other order of a search, and no relevance', () => {
    const sortOf = (address: string) => readSearch(new URLSearchParams(address)).filters.sort;
    expect(sortOf('q=steel')).toBeUndefined();
    expect(sortOf('q=steel&sort=relevance')).toBeUndefined();
    expect(sortOf('q=steel&sort=newest')).toBe('newest');
    expect(writeSearch({ ...full, filters: { ...full.filters, sort: 'newest' } })).toContain('&sort=newest');
  });

  test('[A736] the address of another page keeps the saved search whose hits are marked', () => {
    const address = '?q=steel&category=a&saved=4&since=1700000000';
    const state = readSearch(new URLSearchParams(address));
    expect(writeSearch({ ...state, page: 2 }, address)).toBe(`${address}&page=2`);
    expect(writeSearch(state, `${address}&page=2`)).toBe(address);
    expect(writeSearch({ ...state, page: 2 })).toBe('?q=steel&category=a&page=2');
  });

  test('the address of a search survives invalid values', () => {
    for (const page of ['0', '-1', '1.5', 'x', '', '99999999999999999999']) {
      expect(readSearch(new URLSearchParams({ page }))).toMatchObject({ page: 1 });
    }
    expect(readSearch(new URLSearchParams('category=&category=a&category=a'))).toMatchObject({
      filters: { categories: ['a'] },
    });
  });

  test('a search survives the round trip through the address', () => {
    // A category in upper case is read in lower case.
    const category = fc.string({ minLength: 1 }).map((text) => text.toLowerCase());
    const states = fc.record({
      query: fc.string().map((text) => text.trim()),
      filters: fc.record({ country: fc.string(), categories: fc.uniqueArray(category) }),
      page: fc.integer({ min: 1, max: 1e6 }),
    });
    fc.assert(
      fc.property(states, (state) => {
        const sorted = { ...state, filters: { ...state.filters, categories: [...state.filters.categories].sort() } };
        expect(readSearch(new URLSearchParams(writeSearch(state)))).toEqual(sorted);
      }),
    );
  });

  test('the page reads a known country in any case, and another one as it is stored', () => {
    for (const [typed, stored] of [
      ['VN', 'vn'],
      ['vn', 'vn'],
      ['UK', 'UK'],
      ['uk', 'uk'],
      ['Zanzibar', 'Zanzibar'],
    ] as const) {
      const address = writeSearch({ ...emptySearch, filters: { country: typed, categories: [] } });
      expect(searchOf(address).filters.country, typed).toBe(stored);
      expect(writeSearch(searchOf(address))).toBe(`?country=${stored}`);
    }
  });
});
