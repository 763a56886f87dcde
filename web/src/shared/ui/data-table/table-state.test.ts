import { describe, expect, test } from 'vitest';
import { day } from '@/shared/address/day-param.ts';
import { optional, text } from '@/shared/address/param.ts';
import { dayBounds, isNarrowed, readTableState, writeTableState, type TableSpec } from './table-state.ts';

const spec = {
  sorts: ['registered', 'name'],
  filters: { role: optional(['user', 'admin']), from: day, action: text },
} as const satisfies TableSpec;

const read = (query: string) => readTableState(spec, new URLSearchParams(query));
const write = (
  query: string,
  change: Parameters<typeof writeTableState<'registered' | 'name', 'role' | 'from' | 'action'>>[2],
) => writeTableState(spec, new URLSearchParams(query), change).toString();

describe('the state of a table in the address', () => {
  test('a table starts with the first sort, newest first, 20 rows when the address is empty', () => {
    expect(read('')).toEqual({
      page: 1,
      pageSize: 20,
      sort: 'registered',
      order: 'desc',
      q: '',
      filters: { role: '', from: '', action: '' },
    });
  });

  test('a table takes the valid parameters of the address and ignores the rest', () => {
    expect(read('page=3&pageSize=50&sort=name&order=asc&q=%20anna%20&role=admin&from=2026-11-20&action=x')).toEqual({
      page: 3,
      pageSize: 50,
      sort: 'name',
      order: 'asc',
      q: 'anna',
      filters: { role: 'admin', from: '2026-11-20', action: 'x' },
    });
    for (const query of [
      'page=-1&pageSize=7&sort=password&order=up&role=boss&from=yesterday',
      'page=1.5&from=2026-13-40',
      'page=1e9',
    ]) {
      expect(read(query)).toEqual(read(''));
    }
    expect(read(`q=${'x'.repeat(200)}`).q).toHaveLength(100);
  });

  test('a changed table returns to the first page unless the page changed, and writes no default values', () => {
    expect(write('page=3&role=user', { filters: { role: 'admin' } })).toBe('role=admin');
    expect(write('page=3&role=user', { page: 4 })).toBe('page=4&role=user');
    expect(write('page=3&q=x', { q: '' })).toBe('');
    expect(write('sort=name', { sort: 'registered', order: 'desc' })).toBe('');
  });

  test('a table keeps foreign parameters of the address', () => {
    expect(write('user=7&page=2', { pageSize: 50 })).toBe('user=7&pageSize=50');
  });

  test('a table is narrowed by search and filters, not by order and page', () => {
    expect(isNarrowed(read('page=2&sort=name'))).toBe(false);
    expect(isNarrowed(read('q=x'))).toBe(true);
    expect(isNarrowed(read('role=user'))).toBe(true);
  });

  test('two dates become the bounds of whole days, in local time', () => {
    const november = dayBounds({ from: '2026-11-01', to: '2026-11-30' });
    expect(november.since).toBe(new Date(2026, 10, 1).toISOString());
    expect(november.before).toBe(new Date(2026, 11, 1).toISOString());
    const { since, before } = dayBounds({ from: '2026-11-20', to: '2026-11-21' });
    expect(Date.parse(before ?? '') - Date.parse(since ?? '')).toBe(2 * 86_400_000);
    expect(dayBounds({ from: '', to: '' })).toEqual({ since: undefined, before: undefined });
  });
});
