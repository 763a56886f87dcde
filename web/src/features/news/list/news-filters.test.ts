import { describe, expect, test } from 'vitest';
import { readAddress, writeAddress } from '@/shared/address/address.ts';
import { filterArguments, listArguments, newsAddress, toTab, type NewsFilters } from './news-filters.ts';

const read = (address: string) => readAddress(newsAddress, new URLSearchParams(address));
const write = (address: string, change: Partial<NewsFilters>) =>
  writeAddress(newsAddress, new URLSearchParams(address), change).toString();

describe('the filters of news in the address', () => {
  test('the filters of news fall back to everything, from the first page, when missing or invalid', () => {
    const standard = { q: '', tab: 'all', period: 'upcoming', page: 1 };
    expect(read('')).toEqual(standard);
    for (const page of ['0', '-1', '1.5', 'x', '']) expect(read(`tab=x&period=x&page=${page}`)).toEqual(standard);
  });

  test('name tab, period, page and the search', () => {
    expect(read('q= tax &tab=events&period=past&page=3')).toEqual({
      q: 'tax',
      tab: 'events',
      period: 'past',
      page: 3,
    });
  });

  test('a changed filter of news returns to the first page unless the page changed, and keeps the search', () => {
    expect(write('q=tax&page=3', toTab('news'))).toBe('q=tax&tab=news');
    expect(write('q=tax&tab=events&page=3', { period: 'past' })).toBe('q=tax&tab=events&period=past');
    expect(write('q=tax', toTab('events'))).toBe('q=tax&tab=events');
    expect(write('q=tax&tab=events', { page: 2 })).toBe('q=tax&tab=events&page=2');
  });

  test('the filters of news forget the period outside events, and any default', () => {
    expect(write('tab=events&period=past', toTab('all'))).toBe('');
  });

  test('the filters of news become arguments of the database', () => {
    expect(filterArguments(read('q=tax'))).toEqual({ search: 'tax', kind: undefined, period: undefined });
    expect(filterArguments(read('tab=news'))).toEqual({ search: undefined, kind: 'news', period: undefined });
    expect(filterArguments(read('tab=events&period=past'))).toEqual({
      search: undefined,
      kind: undefined,
      period: 'past',
    });
    expect(listArguments(read('q=tax&page=2'))).toEqual({ search: 'tax', page: 2, page_size: 9 });
  });
});
