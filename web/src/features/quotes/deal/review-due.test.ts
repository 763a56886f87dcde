import { expect, test } from 'vitest';
import { isReviewDue } from './review-due.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const accepted = (daysAgo: number, deliveryTime: string) => ({
  status: 'accepted' as const,
  changedAt: new Date(NOW - daysAgo * 86_400_000).toISOString(),
  deliveryTime,
});

test('a review is due once the delivery time has passed, for three months', () => {
  expect(isReviewDue(accepted(27, '4 weeks'), NOW)).toBe(false);
  expect(isReviewDue(accepted(28, '4 weeks'), NOW)).toBe(true);
  expect(isReviewDue(accepted(117, '4 weeks'), NOW)).toBe(true);
  expect(isReviewDue(accepted(118, '4 weeks'), NOW)).toBe(false);
});

test('a review of a deal without a number of days is due after 14 days', () => {
  expect(isReviewDue(accepted(13, 'as agreed'), NOW)).toBe(false);
  expect(isReviewDue(accepted(14, 'as agreed'), NOW)).toBe(true);
});

test('no review is due for a quote that is not accepted', () => {
  expect(isReviewDue({ ...accepted(20, 'in stock'), status: 'cancelled' }, NOW)).toBe(false);
});
