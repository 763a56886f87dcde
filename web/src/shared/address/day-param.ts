import type { Param } from './param.ts';

/** A day as "2026-11-20", or ''. */
export const day: Param<string> = {
  read: (value = '') => (/^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value) ? value : ''),
  write: (value) => (value === '' ? [] : [value]),
};

function isDay(value: string): boolean {
  const time = Date.parse(value);
  // A day that its month does not have would be read as one of the next month.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}
