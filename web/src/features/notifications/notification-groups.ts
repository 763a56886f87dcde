import type { Language } from '@/shared/i18n/language.ts';
import { shortUnit } from '@/shared/text/short-unit.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** Splits notifications, newest first, into those of the local day and earlier ones. */
export function byAge<Item extends { createdAt: string }>(items: readonly Item[], now: Date) {
  const today = new Date(now).setHours(0, 0, 0, 0);
  const isOfToday = ({ createdAt }: Item) => Date.parse(createdAt) >= today;
  return { today: items.filter(isOfToday), earlier: items.filter((item) => !isOfToday(item)) };
}

/** The age in few letters: "just now", "5 min", "2 h", "3 d", after a week the day: "Nov 18". */
export function shortAge(iso: string, now: number, language: Language): string {
  const passed = now - Date.parse(iso);
  const inUnits = (length: number, unit: 'minute' | 'hour' | 'day') =>
    shortUnit(Math.floor(passed / length), unit, language);
  if (passed < MINUTE) return language.age(iso, now);
  if (passed < HOUR) return inUnits(MINUTE, 'minute');
  if (passed < DAY) return inUnits(HOUR, 'hour');
  return passed < WEEK ? inUnits(DAY, 'day') : language.day(iso, now);
}
