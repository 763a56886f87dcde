import { expect, test } from 'vitest';
import type { QuoteStatus } from '@domain/quote-status.ts';
import { inFrozenOrder, inReadingOrder } from './reading-order.ts';

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

test('after an accept, the other columns keep their order', () => {
  const before = [quote(316, 'pending'), quote(311, 'shortlisted'), quote(308, 'pending'), quote(307, 'shortlisted')];
  const order = inReadingOrder(before, '2026-11-21').map(({ id }) => id);
  expect(order).toEqual([311, 307, 316, 308]);
  const after = before.map(({ id }) => quote(id, id === 307 ? 'accepted' : 'declined'));
  const ids = inFrozenOrder(after, { order, over: [] }, '2026-11-21').map(({ id }) => id);
  // The accepted one stands first as the only one that is open; the shortlisted runner-up stays before the others.
  expect(ids).toEqual([307, 311, 316, 308]);
});

test('an open column moves neither by a decision nor by a new quote', () => {
  const now = [quote(6, 'pending'), quote(5, 'pending'), quote(4, 'shortlisted'), quote(3, 'pending')];
  const ids = (quotes: typeof now) =>
    inFrozenOrder([...quotes, quote(2, 'declined')], { order: [3, 2, 4], over: [2] }, '2026-11-21').map(({ id }) => id);
  expect(ids(now.slice(1))).toEqual([3, 4, 5, 2]);
  expect(ids(now)).toEqual([3, 4, 5, 6, 2]);
});
