import { useEffect, useState } from 'react';
import { keepText } from '@/shared/backend/keep-text.ts';
import { inFrozenOrder, inReadingOrder, type Ordered } from './reading-order.ts';

/** The request of the comparison that was opened last, then the ids of its quotes in order. */
const KEY = 'comparison_order';

function readOrder(postId: number): number[] {
  const [request, ...ids] = (localStorage.getItem(KEY) ?? '').split(',').map(Number);
  return request === postId ? ids : [];
}

/**
 * Quotes in the reading order of the moment when their comparison was opened: no column moves away under a decision, but
 * for those that are over. Opened again, columns of one rank stand as they stood, which the quotes alone do not tell.
 */
export function useColumnOrder<Quote extends Ordered>(
  postId: number,
  quotes: readonly Quote[],
  today: string,
): readonly Quote[] {
  const [order, setOrder] = useState(() => inReadingOrder(quotes, today, readOrder(postId)).map(({ id }) => id));
  const ordered = inFrozenOrder(quotes, order, today);
  const ids = ordered.map(({ id }) => id);
  // What went last stays there when others follow it.
  if (ids.join() !== order.join()) setOrder(ids);
  useEffect(() => keepText(KEY, [postId, ...order].join()), [postId, order]);
  return ordered;
}
