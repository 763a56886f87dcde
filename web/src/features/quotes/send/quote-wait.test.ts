import { describe, expect, test } from 'vitest';
import { daysToWait, nextQuoteAt } from './quote-wait.ts';

describe('nextQuoteAt', () => {
  const sent = '2026-11-20T10:00:00.000Z';

  test('the next quote is possible 5 days after the last one', () => {
    expect(nextQuoteAt(sent, Date.parse('2026-11-21T00:00:00Z'))).toBe('2026-11-25T10:00:00.000Z');
  });

  test('the date of the next quote is null once the wait is over', () => {
    expect(nextQuoteAt(sent, Date.parse('2026-11-25T10:00:00Z'))).toBeNull();
  });
});

describe('daysToWait', () => {
  const sent = '2026-11-20T10:00:00.000Z';
  const after = (milliseconds: number) => daysToWait(sent, Date.parse(sent) + milliseconds);
  const day = 86_400_000;

  test('the days to wait count begun days from 5 to 1', () => {
    expect([after(0), after(1), after(day), after(2 * day + 1), after(5 * day - 1)]).toEqual([5, 5, 4, 3, 1]);
  });

  test('the days to wait are null as soon as 5 days have passed', () => {
    expect(after(5 * day)).toBeNull();
  });

  test('the days to wait are never more than 5, even if the clock of the browser is slow', () => {
    expect(after(-3 * day)).toBe(5);
  });
});
