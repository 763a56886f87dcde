import { QUOTE_WAIT_DAYS } from '@domain/limits.ts';

const DAY_MS = 86_400_000;

/** When the same post can be quoted again: 5 days after the last quote. Takes and returns ISO times; null if now. */
export function nextQuoteAt(lastQuoteAt: string, now: number = Date.now()): string | null {
  const next = new Date(lastQuoteAt);
  next.setUTCDate(next.getUTCDate() + QUOTE_WAIT_DAYS);
  return next.getTime() > now ? next.toISOString() : null;
}

/**
 * Days until the next quote on the same post, counted as the server does: started days, 1 to 5; null if it can be sent
 * now.
 */
export function daysToWait(lastQuoteAt: string, now: number = Date.now()): number | null {
  const next = nextQuoteAt(lastQuoteAt, now);
  return next === null ? null : Math.min(QUOTE_WAIT_DAYS, Math.ceil((Date.parse(next) - now) / DAY_MS));
}
