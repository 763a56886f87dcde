import { lastDays } from '@domain/stats.ts';
import type { StateOf } from '@/shared/address/address.ts';
import { day } from '@/shared/address/day-param.ts';
import { oneOf } from '@/shared/address/param.ts';
import { msg } from '@/shared/i18n/msg.ts';

/** First and last UTC day of a range. */
export type DayRange = { from: string; to: string };

/** The ranges on offer. */
export const RANGES = [
  { value: '7', label: msg('7 days') },
  { value: '30', label: msg('30 days') },
  { value: '90', label: msg('90 days') },
  { value: 'custom', label: msg('Custom') },
] as const;
export type RangeChoice = (typeof RANGES)[number]['value'];

const CHOICES = ['30', '7', '90'] as const;

/** URL state of the statistics: `?from=&to=` or `?days=`; the default is the last 30 days. */
export const statsAddress = { days: oneOf(CHOICES, '30'), from: day, to: day };
type StatsState = StateOf<typeof statsAddress>;

/** The range of a URL state. */
export function rangeOf(
  { days, from, to }: StatsState,
  now: Date = new Date(),
): { choice: RangeChoice; range: DayRange } {
  if (from && to) return { choice: 'custom', range: { from, to } };
  return { choice: days, range: lastDays(Number(days), now) };
}

/** The state change for another range; a custom one starts as the range on screen. */
export function toRange(choice: RangeChoice, shown: DayRange): StatsState {
  return choice === 'custom' ? { days: '30', ...shown } : { days: choice, from: '', to: '' };
}
