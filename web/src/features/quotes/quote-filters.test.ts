import { describe, expect, test } from 'vitest';
import {
  containsPattern,
  dayBounds,
  isFiltered,
  NO_QUOTE_FILTERS,
  readQuoteFilters,
  writeQuoteFilters,
} from './quote-filters.ts';

const read = (query: string) => readQuoteFilters(new URLSearchParams(query));
const write = (query: string, change: Parameters<typeof writeQuoteFilters>[1]) =>
  writeQuoteFilters(new URLSearchParams(query), change).toString();

describe('quote filters in the address', () => {
  test('are not set in an empty one', () => {
    expect(read('')).toEqual(NO_QUOTE_FILTERS);
  });

  test('come back as they were written', () => {
    const filters = {
      match: 'different',
      accountType: 'organization',
      from: '2026-11-01',
      to: '2026-11-20',
      search: 'steel & tubes',
      sort: 'price',
      order: 'asc',
      page: 3,
      pageSize: 50,
    } as const;
    expect(read(write('', filters))).toEqual(filters);
  });

  test('count as not set when they make no sense', () => {
    expect(read('match=perfect&accountType=club&from=yesterday&sort=colour&order=up&page=-2&pageSize=1000')).toEqual(
      NO_QUOTE_FILTERS,
    );
  });

  test('go back to page 1 when they change, and leave other parameters alone', () => {
    expect(write('tab=quotes&page=4', { match: 'high' })).toBe('tab=quotes&match=high');
    expect(write('tab=quotes&match=high', { page: 2 })).toBe('tab=quotes&match=high&page=2');
  });

  test('know whether they narrow the list', () => {
    expect(isFiltered(read('sort=price&order=asc&page=2'))).toBe(false);
    expect(isFiltered(read('search=x'))).toBe(true);
  });
});

describe('dayBounds', () => {
  test('covers both days whole, in local time', () => {
    const { since, before } = dayBounds({ from: '2026-11-01', to: '2026-11-30' });
    expect(since).toBe(new Date(2026, 10, 1).toISOString());
    expect(before).toBe(new Date(2026, 11, 1).toISOString());
  });

  test('is open where no day is given', () => {
    expect(dayBounds({ from: '', to: '' })).toEqual({ since: null, before: null });
  });
});

describe('containsPattern', () => {
  test('takes the wildcards of a text as they are', () => {
    expect(containsPattern('50%_\\')).toBe('%50\\%\\_\\\\%');
  });

  test('has nothing in it that ends a value', () => {
    expect(containsPattern('a"),id.gt.(0')).toBe('%a___id.gt._0%');
  });
});
