import { todayUtc } from '@domain/quote-status.ts';
import type { Language } from '@/shared/i18n/language.ts';

const NAMES: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', timeZone: 'UTC' };
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** A UTC day such as "2026-11-20" as "Nov 20". */
export const utcDay = (day: string, { date }: Language): string => date(dateOf(day), NAMES);

/** A UTC day such as "2026-11-20" as "Nov 20, 2026". */
export const utcDayOfYear = (day: string, { date }: Language): string =>
  date(dateOf(day), { ...NAMES, year: 'numeric' });

/** Whether a UTC day is not over, so that its count is lower than those before. */
export const isRunning = (day: string): boolean => day === todayUtc();

/** A UTC day next to its count: "Nov 20", the running one "Nov 21 · Today". */
export const countedDay = (day: string, language: Language): string =>
  [utcDay(day, language), ...(isRunning(day) ? [language.t('Today')] : [])].join(' · ');
