import { openState } from '@domain/requirements.ts';
import { nextQuoteAt } from './quote-wait.ts';

/** Facts that decide whether a request accepts quotes. */
export type Openness = { closedAt: string | null; quoteDeadline: string | null };

/** When a request can be quoted again, as an ISO time; null if that is now, or if it takes no quotes any more by then. */
export function quoteAgainAt(request: Openness, lastQuoteAt: string, now: number = Date.now()): string | null {
  const next = nextQuoteAt(lastQuoteAt, now);
  return next !== null && openState(request, Date.parse(next)) === 'open' ? next : null;
}
