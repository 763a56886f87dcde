import { describe, expect, test } from 'vitest';
import { isNarrowed, readTableState, writeTableState } from '@/shared/ui/data-table/table-state.ts';
import { QUOTES_FROM_START, quoteTable, type QuoteTableChange } from './quote-table.ts';

const read = (query: string) => readTableState(quoteTable, new URLSearchParams(query));
const write = (query: string, change: QuoteTableChange) =>
  writeTableState(quoteTable, new URLSearchParams(query), change).toString();

describe('the state of a list of quotes in the address', () => {
  test('is the newest quotes in an empty one', () => {
    expect(read('')).toEqual({
      page: 1,
      pageSize: 20,
      sort: 'sent',
      order: 'desc',
      q: '',
      filters: { status: '', match: '', accountType: '', from: '', to: '' },
    });
    expect(read('')).toEqual(QUOTES_FROM_START);
  });

  test('comes back as it was written', () => {
    const state = {
      filters: {
        status: 'expired',
        match: 'different',
        accountType: 'organization',
        from: '2026-11-01',
        to: '2026-11-20',
      },
      q: 'steel & tubes',
      sort: 'price',
      order: 'asc',
      page: 3,
      pageSize: 50,
    } as const;
    expect(read(write('', state))).toEqual(state);
    expect(write('', { q: 'steel & tubes' })).toBe('search=steel+%26+tubes');
  });

  test('counts as not set where it makes no sense', () => {
    expect(
      read('status=gone&match=perfect&accountType=club&from=yesterday&sort=colour&order=up&page=-2&pageSize=1000'),
    ).toEqual(QUOTES_FROM_START);
  });

  test('goes back to page 1 when it changes, and leaves other parameters alone', () => {
    expect(write('tab=quotes&page=4', { filters: { match: 'high' } })).toBe('tab=quotes&match=high');
    expect(write('tab=quotes&match=high', { page: 2 })).toBe('tab=quotes&match=high&page=2');
  });

  test('is narrowed by search and filters, not by order and page', () => {
    expect(isNarrowed(read('sort=price&order=asc&page=2'))).toBe(false);
    expect(isNarrowed(read('search=x'))).toBe(true);
  });
});
