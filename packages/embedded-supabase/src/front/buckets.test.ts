import { describe, expect, test } from 'vitest';
import { Buckets } from './buckets.ts';

/** Thirty at once, and one more each second, or each ten seconds. */
const buckets = () => new Buckets(30, { often: 1, seldom: 0.1 });

/** How many of a hundred tries at one moment are let through. */
const passed = (limits: Buckets<'often' | 'seldom'>, name: 'often' | 'seldom', client: string, now: number) =>
  Array.from({ length: 100 }, () => limits.take(name, client, now)).filter(Boolean).length;

describe('the token buckets', () => {
  test('the token buckets give each client thirty at once, and refill with time', () => {
    const limits = buckets();
    expect(passed(limits, 'often', 'a', 0)).toBe(30);
    expect(passed(limits, 'often', 'a', 5)).toBe(5);
    expect(passed(limits, 'often', 'b', 5)).toBe(30);
    expect(passed(limits, 'often', 'a', 1_000)).toBe(30);
  });

  test('the token buckets count apart: a used-up one leaves the others of the same client', () => {
    const limits = buckets();
    expect(passed(limits, 'often', 'a', 0)).toBe(30);
    expect(passed(limits, 'seldom', 'a', 0)).toBe(30);
    expect([passed(limits, 'often', 'a', 10), passed(limits, 'seldom', 'a', 10)]).toEqual([10, 1]);
  });

  test('the token buckets hold for a persistent client while thirty thousand others come', () => {
    const limits = buckets();
    expect(passed(limits, 'seldom', 'a', 0)).toBe(30);
    let more = 0;
    for (let n = 0; n < 30_000; n += 1) {
      limits.take('seldom', `other ${String(n)}`, 1);
      if (n % 1_000 === 0 && limits.take('seldom', 'a', 1)) more += 1;
    }
    expect(more).toBe(0);
  });
});
