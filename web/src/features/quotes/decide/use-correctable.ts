import { useEffect, useState } from 'react';
import { QUOTE_CORRECTION_MS } from '@domain/limits.ts';
import type { Quote } from '../facts/shown-quote.ts';

type Changeable = Pick<Quote, 'createdAt' | 'revisedAt' | 'changedAt'>;

/** Milliseconds in which a change still counts as a correction; none after a decision of the owner. */
function timeLeft({ createdAt, revisedAt, changedAt }: Changeable): number {
  const since = Date.parse(revisedAt ?? createdAt);
  return Date.parse(changedAt) > since ? 0 : since + QUOTE_CORRECTION_MS - Date.now();
}

/**
 * Whether changing the quote still counts as a correction, not a revision. Updates when the time is up; the server
 * decides.
 */
export function useCorrectable(quote: Changeable): boolean {
  const [, setEnded] = useState(0);
  const { createdAt, revisedAt, changedAt } = quote;
  useEffect(() => {
    const left = timeLeft({ createdAt, revisedAt, changedAt });
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setEnded((count) => count + 1), left);
    return () => clearTimeout(timer);
  }, [createdAt, revisedAt, changedAt]);
  return timeLeft(quote) > 0;
}
