import { expect, test } from 'vitest';
import { readRange, writeRange } from './stats-range.ts';

const now = new Date('2026-11-20T23:30:00Z');
const read = (address: string) => readRange(new URLSearchParams(address), now);

test.each([
  ['', '30', '2026-10-22'],
  ['days=7', '7', '2026-11-14'],
  ['days=90', '90', '2026-08-23'],
  ['days=8', '30', '2026-10-22'],
  ['days=custom', '30', '2026-10-22'],
  ['from=2026-11-01', '30', '2026-10-22'],
  ['from=2026-13-01&to=2026-11-02', '30', '2026-10-22'],
])('reads "%s" as %s days from %s to today', (address, choice, from) => {
  expect(read(address)).toEqual({ choice, range: { from, to: '2026-11-20' } });
});

test('keeps a range of its own in the address', () => {
  const range = { from: '2026-01-02', to: '2026-02-03' };
  expect(read(new URLSearchParams(writeRange('custom', range)).toString())).toEqual({ choice: 'custom', range });
  expect(writeRange('30', range)).toEqual({});
  expect(writeRange('7', range)).toEqual({ days: '7' });
});
