import type { Language } from '@/shared/i18n/language.ts';

const NAMES: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', timeZone: 'UTC' };
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** A UTC day such as "2026-11-20" as "Nov 20". */
export const utcDay = (day: string, { date }: Language): string => date(dateOf(day), NAMES);

/** A UTC day such as "2026-11-20" as "Nov 20, 2026". */
export const utcDayOfYear = (day: string, { date }: Language): string =>
  date(dateOf(day), { ...NAMES, year: 'numeric' });
