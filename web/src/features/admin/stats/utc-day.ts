const NAMES: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', timeZone: 'UTC' };
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** A UTC day such as "2026-11-20" as "Nov 20". */
export const utcDay = (day: string): string => dateOf(day).toLocaleDateString('en-US', NAMES);

/** A UTC day such as "2026-11-20" as "Nov 20, 2026". */
export const utcDayOfYear = (day: string): string =>
  dateOf(day).toLocaleDateString('en-US', { ...NAMES, year: 'numeric' });
