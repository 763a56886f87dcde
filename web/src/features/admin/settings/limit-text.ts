import type { RateLimit } from '@domain/app-settings.ts';

const UNITS = [
  [86_400, 'day', 'days'],
  [3_600, 'hour', 'hours'],
  [60, 'minute', 'minutes'],
  [1, 'second', 'seconds'],
] as const;

/** "100 in a day", "10 in 15 minutes": in the largest unit that divides the time. */
export function limitText({ max, seconds }: RateLimit): string {
  const [size, one, many] = UNITS.find(([unit]) => seconds % unit === 0) ?? UNITS[3];
  const count = seconds / size;
  const time = count === 1 ? `${one === 'hour' ? 'an' : 'a'} ${one}` : `${count.toLocaleString('en-US')} ${many}`;
  return `${max.toLocaleString('en-US')} in ${time}`;
}
