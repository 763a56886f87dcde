import type { Param } from './param.ts';

/** A day as "2026-11-20", or ''. */
export const day: Param<string> = {
  read: (value = '') => (/^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value) ? value : ''),
  write: (value) => (value === '' ? [] : [value]),
};

function isDay(value: string): boolean {
  const time = Date.parse(value);
  // `Date` would roll a day that does not exist over into the next month.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}
