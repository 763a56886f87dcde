import { useState } from 'react';
import { inFrozenOrder, inReadingOrder, isOver, type Ordered } from './reading-order.ts';

/**
 * Quotes in the reading order of the moment when their comparison was opened: no column moves away under a decision, but
 * for those that are over. One that is reopened returns to its place.
 */
export function useColumnOrder<Quote extends Ordered>(quotes: readonly Quote[], today: string): readonly Quote[] {
  const [order] = useState(() => inReadingOrder(quotes, today).map(({ id }) => id));
  const [over, setOver] = useState<readonly number[]>([]);
  const ordered = inFrozenOrder(quotes, { order, over }, today);
  // What went last stays last when others follow it.
  const overNow = ordered.filter((quote) => isOver(quote, today)).map(({ id }) => id);
  if (overNow.join() !== over.join()) setOver(overNow);
  return ordered;
}
