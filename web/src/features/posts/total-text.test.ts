import { describe, expect, it } from 'vitest';
import { reachable, totalText } from './total-text.ts';

describe('the total of the feed', () => {
  it('is exact without a search', () => {
    expect(totalText(0, '')).toBe('0 requests');
    expect(totalText(1, '')).toBe('1 request');
    expect(totalText(128, '')).toBe('128 requests');
    expect(totalText(1_001, '')).toBe('1,001 requests');
    expect(reachable(25_000, '')).toBe(25_000);
  });

  it('ends at 1,000 with a search', () => {
    expect(totalText(1_000, 'steel')).toBe('1,000 requests');
    expect(totalText(1_001, 'steel')).toBe('1,000+ requests');
    expect(reachable(1_001, 'steel')).toBe(1_000);
  });
});
