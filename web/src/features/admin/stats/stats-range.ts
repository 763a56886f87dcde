import { lastDays, STATS_DAYS } from '@domain/stats.ts';

/** First and last UTC day of a range. */
export type DayRange = { from: string; to: string };

/** The ranges that are offered. */
export const RANGES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'custom', label: 'Custom' },
] as const;
export type RangeChoice = (typeof RANGES)[number]['value'];

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** The range that an address names: `?from=&to=`, or `?days=`; without either the last 30 days. */
export function readRange(params: URLSearchParams, now: Date = new Date()): { choice: RangeChoice; range: DayRange } {
  const [from, to] = [params.get('from'), params.get('to')];
  if (isDay(from) && isDay(to)) return { choice: 'custom', range: { from, to } };
  const choice = RANGES.find(({ value }) => value === params.get('days') && value !== 'custom')?.value ?? '30';
  return { choice, range: lastDays(Number(choice) || STATS_DAYS, now) };
}

/** The address of a range: a custom one starts as what is shown. */
export function writeRange(choice: RangeChoice, shown: DayRange): Record<string, string> {
  if (choice === 'custom') return { ...shown };
  return choice === String(STATS_DAYS) ? {} : { days: choice };
}
