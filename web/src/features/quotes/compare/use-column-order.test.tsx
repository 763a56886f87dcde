import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { QuoteStatus } from '@domain/quote-status.ts';
import { useColumnOrder } from './use-column-order.ts';

const quote = (id: number, status: QuoteStatus) => ({ id, status, validUntil: null });

/** Opens a comparison and returns the ids of its columns, now and after each further state of its quotes. */
function openedWith(postId: number, ...states: ReturnType<typeof quote>[][]): number[][] {
  const { result, rerender } = renderHook((quotes) => useColumnOrder(postId, quotes, '2026-11-21'), {
    initialProps: states[0] ?? [],
  });
  return states.map((quotes) => {
    rerender(quotes);
    return result.current.map(({ id }) => id);
  });
}

beforeEach(() => localStorage.clear());

test('columns keep their order under an accept, and when the comparison is opened again', () => {
  const before = [quote(3, 'pending'), quote(2, 'pending'), quote(1, 'shortlisted')];
  const after = [quote(3, 'declined'), quote(2, 'accepted'), quote(1, 'declined')];
  expect(openedWith(7, before, after)).toEqual([
    [1, 3, 2],
    [2, 1, 3],
  ]);
  expect(openedWith(7, after)).toEqual([[2, 1, 3]]);
});

test('a column that was declined by itself stays last when others are declined', () => {
  const [open, one, all] = [
    [quote(3, 'pending'), quote(2, 'pending'), quote(1, 'pending')],
    [quote(3, 'declined'), quote(2, 'pending'), quote(1, 'pending')],
    [quote(3, 'declined'), quote(2, 'declined'), quote(1, 'accepted')],
  ];
  expect(openedWith(7, open, one, all)).toEqual([
    [3, 2, 1],
    [2, 1, 3],
    [1, 2, 3],
  ]);
  expect(openedWith(7, all)).toEqual([[1, 2, 3]]);
});

test('the order of another comparison says nothing, nor does one that cannot be read', () => {
  openedWith(7, [quote(2, 'pending'), quote(1, 'shortlisted')]);
  const two = [quote(2, 'pending'), quote(1, 'pending')];
  expect(openedWith(8, two)).toEqual([[2, 1]]);
  localStorage.setItem('comparison_order', 'x,,8');
  expect(openedWith(8, two)).toEqual([[2, 1]]);
});
