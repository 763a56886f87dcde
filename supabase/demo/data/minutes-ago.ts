import { randomOf } from './random.ts';

const DAY_MINUTES = 24 * 60;
const HISTORY_DAYS = 60;
const NEWEST_MINUTES = 18;

/**
 * Times of `count` events as minutes before now, from the oldest (60 days) to the newest, at uneven intervals. They get
 * denser towards now, as on a growing market.
 */
export function minutesAgoInOrder(count: number, seed: string): number[] {
  const random = randomOf(seed);
  const span = HISTORY_DAYS * DAY_MINUTES - 2 * NEWEST_MINUTES;
  return Array.from({ length: count }, (_, index) => {
    const place = (index + random.between(0.05, 0.95)) / count;
    return Math.round(NEWEST_MINUTES + span * (1 - place) ** 1.25);
  });
}
