import { expect, test } from 'vitest';
import { readAddress, writeAddress } from '@/shared/address/address.ts';
import { rangeOf, statsAddress, toRange } from './stats-range.ts';

const now = new Date('2026-11-20T23:30:00Z');
const read = (address: string) => rangeOf(readAddress(statsAddress, new URLSearchParams(address)), now);

test.each([
  ['', '30', '2026-10-22'],
  ['days=7', '7', '2026-11-14'],
  ['days=90', '90', '2026-08-23'],
  ['days=8', '30', '2026-10-22'],
  ['days=custom', '30', '2026-10-22'],
  ['from=2026-11-01', '30', '2026-10-22'],
  ['from=2026-13-01&to=2026-11-02', '30', '2026-10-22'],
])('the statistics address "%s" means %s days from %s to today', (address, choice, from) => {
  expect(read(address)).toEqual({ choice, range: { from, to: '2026-11-20' } });
});

test('the statistics address keeps a custom range', () => {
  const range = { from: '2026-01-02', to: '2026-02-03' };
  const write = (address: string, ...[choice, shown]: Parameters<typeof toRange>) =>
    writeAddress(statsAddress, new URLSearchParams(address), toRange(choice, shown)).toString();
  expect(write('days=7', 'custom', range)).toBe('from=2026-01-02&to=2026-02-03');
  expect(read(write('', 'custom', range))).toEqual({ choice: 'custom', range });
  expect(write('from=2026-01-02&to=2026-02-03', '30', range)).toBe('');
  expect(write('', '7', range)).toBe('days=7');
});
