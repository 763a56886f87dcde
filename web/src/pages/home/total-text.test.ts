import { describe, expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { translated } from '@/shared/i18n/translated.ts';
import { isCounted, reachable, totalText } from './total-text.ts';

describe('the total of the feed', () => {
  test('the total of the feed is exact without a search', () => {
    expect(totalText(0, false, ENGLISH)).toBe('0 requests');
    expect(totalText(1, false, ENGLISH)).toBe('1 request');
    expect(totalText(128, false, ENGLISH)).toBe('128 requests');
    expect(totalText(1_001, false, ENGLISH)).toBe('1,001 requests');
    expect(reachable(25_000, false)).toBe(25_000);
  });

  test('the total of the feed ends at 1,000 with a search', () => {
    expect(totalText(1_000, true, ENGLISH)).toBe('1,000 requests');
    expect(totalText(1_001, true, ENGLISH)).toBe('1,000+ requests');
    expect(reachable(1_001, true)).toBe(1_000);
  });

  test('the total of the feed follows the language [A637]', () => {
    const vietnamese = translated('vi', { texts: { '{n} requests': '{n} yêu cầu' }, messages: {} });
    expect([1, 128, 1_001].map((total) => totalText(total, true, vietnamese))).toEqual([
      '1 yêu cầu',
      '128 yêu cầu',
      '1.000+ yêu cầu',
    ]);
  });

  test('the total of the feed is counted up to 1,000 with a search, a filter for quotes or another order', () => {
    expect(isCounted({ query: '' })).toBe(false);
    expect(isCounted({ query: 'steel' })).toBe(true);
    expect(isCounted({ query: '', unquoted: true })).toBe(true);
    expect(isCounted({ query: '', sort: 'fewest_quotes' })).toBe(true);
    expect(isCounted({ query: '', sort: 'newest' })).toBe(false);
    for (const more of [{ open: true }, { closing: 7 }, { posted: 7 }, { sort: 'closing' }] as const)
      expect(isCounted({ query: '', ...more })).toBe(true);
  });
});
