import type { Language } from '@/shared/i18n/language.ts';
import type { RateLimit } from '@domain/app-settings.ts';

const DAY = 86_400;
const HOUR = 3_600;
const MINUTE = 60;

/** "100 in a day", "10 in 15 minutes": the largest unit that divides the time. */
export function limitText({ max, seconds }: RateLimit, { plural, number }: Language): string {
  const size = [DAY, HOUR, MINUTE].find((unit) => seconds % unit === 0) ?? 1;
  const count = seconds / size;
  const values = { max: number(max), n: number(count) };
  if (size === DAY) return plural(count, { one: '{max} in a day', other: '{max} in {n} days' }, values);
  if (size === HOUR) return plural(count, { one: '{max} in an hour', other: '{max} in {n} hours' }, values);
  if (size === MINUTE) return plural(count, { one: '{max} in a minute', other: '{max} in {n} minutes' }, values);
  return plural(count, { one: '{max} in a second', other: '{max} in {n} seconds' }, values);
}
