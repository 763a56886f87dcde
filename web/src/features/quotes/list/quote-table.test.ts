import { describe, expect, test } from 'vitest';
import { isNarrowed, readTableState, writeTableState } from '@/shared/ui/data-table/table-state.ts';
import { QUOTES_FROM_START, quoteTable, type QuoteTableChange } from './quote-table.ts';

const read = (query: string) => readTableState(quoteTable, new URLSearchParams(query));
const write = (query: string, change: QuoteTableChange) =>
  writeTableState(quoteTable, new URLSearchParams(query), change).toString();

describe('the state of a list of quotes in the address', () => {
  test('the list of quotes starts with the newest quotes when the address is empty', () => {
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

  test('the state of a list of quotes survives the round trip through the address', () => {
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

  test('an invalid state of a list of quotes in the address is ignored', () => {
    expect(
      read('status=gone&match=perfect&accountType=club&from=yesterday&sort=colour&order=up&page=-2&pageSize=1000'),
    ).toEqual(QUOTES_FROM_START);
  });

  test('a changed list of quotes returns to page 1, and keeps other parameters of the address', () => {
    expect(write('tab=quotes&page=4', { filters: { match: 'high' } })).toBe('tab=quotes&match=high');
    expect(write('tab=quotes&match=high', { page: 2 })).toBe('tab=quotes&match=high&page=2');
  });

  test('a list of quotes is narrowed by search and filters, not by order and page', () => {
    expect(isNarrowed(read('sort=price&order=asc&page=2'))).toBe(false);
    expect(isNarrowed(read('search=x'))).toBe(true);
  });
});
