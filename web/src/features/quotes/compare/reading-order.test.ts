import { expect, test } from 'vitest';
import type { QuoteStatus } from '@domain/quote-status.ts';
import { inReadingOrder } from './reading-order.ts';

const quote = (id: number, status: QuoteStatus, validUntil: string | null = null) => ({ id, status, validUntil });

test('quotes read in this order: chosen, shortlisted, undecided, over; newest first in each', () => {
  const newestFirst = [
    quote(9, 'pending'),
    quote(8, 'declined'),
    quote(7, 'shortlisted'),
    quote(6, 'withdrawn'),
    quote(5, 'pending', '2026-11-20'),
    quote(4, 'accepted'),
    quote(3, 'cancelled'),
    quote(2, 'pending', '2026-11-21'),
    quote(1, 'shortlisted'),
  ];
  const ordered = inReadingOrder(newestFirst, '2026-11-21');
  expect(ordered.map(({ id }) => id)).toEqual([4, 7, 1, 9, 2, 8, 6, 5, 3]);
});
