/** What the feed offers beside the filters of the specification: requests without quotes only, and another order than newest first. */
export type MoreFilters = { unquoted?: true | undefined; sort?: 'fewest_quotes' | undefined };
/** The filters of the post list (§3 Search state): a two-letter country code or free text, and category values; empty means all. */
export type SearchFilters = { country: string; categories: string[] } & MoreFilters;
/** What is typed (`input`), what is searched (`query`), the filters and the page, counted from 1. */
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

/** Whether anything but the search term narrows the list. */
export function hasFilters({ country, categories, unquoted }: SearchFilters): boolean {
  return country !== '' || categories.length > 0 || unquoted === true;
}

/** The next search state (§4): typing touches only the input, submitting copies it to the query, clearing resets everything, changing a filter returns to page 1. */
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

/** What the address of the home page says (C27): `?q=&country=&category=&unquoted=1&sort=fewest_quotes&page=`. Categories are sorted, so that equal filters are equal keys. */
export function readSearch(params: URLSearchParams): Omit<SearchState, 'input'> {
  const page = Number(params.get('page') ?? '1');
  const categories = params.getAll('category').filter((category) => category !== '');
  return {
    query: params.get('q')?.trim() ?? '',
    filters: {
      country: params.get('country') ?? '',
      categories: [...new Set(categories)].sort(),
      unquoted: params.get('unquoted') === '1' || undefined,
      sort: params.get('sort') === 'fewest_quotes' ? 'fewest_quotes' : undefined,
    },
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** The query string of a search state with its question mark; empty for a search for everything. */
export function writeSearch({ query, filters, page }: Omit<SearchState, 'input'>): string {
  const params = new URLSearchParams();
  if (query) params.set('q', query);
  if (filters.country) params.set('country', filters.country);
  for (const category of [...new Set(filters.categories)].sort()) params.append('category', category);
  if (filters.unquoted) params.set('unquoted', '1');
  if (filters.sort) params.set('sort', filters.sort);
  if (page > 1) params.set('page', String(page));
  const text = params.toString();
  return text && `?${text}`;
}
