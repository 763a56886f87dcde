import { shownStatus, type QuoteStatus } from '@domain/quote-status.ts';
import type { Language } from '@/shared/i18n/language.ts';

const DAY_MS = 86_400_000;
/** From here on both parties see that time is running out. */
const LAST_DAYS = 7;

type Standing = { status: QuoteStatus; validUntil: string | null };
type Validity = { text: string; isEnding: boolean };

/**
 * The last day of a quote in words; null once it is irrelevant, and for quotes without an end. `today` is a UTC day.
 */
export function validityOf(quote: Standing, today: string, { t, calendarDay }: Language): Validity | null {
  if (quote.validUntil === null) return null;
  const until = calendarDay(quote.validUntil, Date.parse(today));
  const status = shownStatus(quote, today);
  if (status === 'expired') return { text: t('Was valid until {until}', { until }), isEnding: false };
  if (status !== 'pending' && status !== 'shortlisted') return null;
  const daysLeft = (Date.parse(quote.validUntil) - Date.parse(today)) / DAY_MS;
  return { text: t('Valid until {until}', { until }), isEnding: daysLeft < LAST_DAYS };
}
