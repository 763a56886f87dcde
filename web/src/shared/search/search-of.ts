import { storedCountry } from '@/shared/address/country-param.ts';
import { readSearch, type SearchState } from './search-state.ts';

/**
 * The search in a query string, its country as it is stored. The start script reads the country verbatim: a list of
 * countries is too long for it.
 */
export function searchOf(queryString: string): Omit<SearchState, 'input'> {
  const { filters, ...search } = readSearch(new URLSearchParams(queryString));
  return { ...search, filters: { ...filters, country: storedCountry(filters.country) } };
}
