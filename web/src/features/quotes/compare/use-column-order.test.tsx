import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { QuoteStatus } from '@domain/quote-status.ts';
import { useColumnOrder } from './use-column-order.ts';

const quote = (id: number, status: QuoteStatus) => ({ id, status, validUntil: null });
const three = (...[third, second, first]: [QuoteStatus, QuoteStatus, QuoteStatus]) => [
  quote(3, third),
  quote(2, second),
  quote(1, first),
];

/** Opens a comparison and returns the ids of its columns, now and after each further state of its quotes. */
function openedWith(...states: ReturnType<typeof three>[]): number[][] {
  const { result, rerender } = renderHook((quotes) => useColumnOrder(quotes, '2026-11-21'), {
    initialProps: states[0] ?? [],
  });
  return states.map((quotes) => {
    rerender(quotes);
    return result.current.map(({ id }) => id);
  });
}

test('columns keep their order under an accept; opened again, they have the reading order', () => {
  const after = three('declined', 'accepted', 'declined');
  expect(openedWith(three('pending', 'pending', 'shortlisted'), after)).toEqual([
    [1, 3, 2],
    [2, 1, 3],
  ]);
  expect(openedWith(after)).toEqual([[2, 3, 1]]);
});

test('a column that was declined by itself stays last when others are declined', () => {
  expect(
    openedWith(
      three('pending', 'pending', 'pending'),
      three('declined', 'pending', 'pending'),
      three('declined', 'declined', 'accepted'),
    ),
  ).toEqual([
    [3, 2, 1],
    [2, 1, 3],
    [1, 2, 3],
  ]);
});

test('a column whose decline is undone returns to its place', () => {
  const open = three('pending', 'shortlisted', 'pending');
  expect(
    openedWith(open, three('pending', 'declined', 'pending'), open, three('declined', 'pending', 'pending')),
  ).toEqual([
    [2, 3, 1],
    [3, 1, 2],
    [2, 3, 1],
    [2, 1, 3],
  ]);
});
