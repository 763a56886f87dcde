import { randomOf, stableUuid } from './random.ts';

interface DemoVisit {
  sessionId: string;
  pagePath: string;
  referrer: string;
  minutesAgo: number;
}

const DAY_MINUTES = 24 * 60;
const HISTORY_DAYS = 60;
const NEWEST_MINUTES = 18;
const VISITS = 1600;
/** Places are repeated here by weight: visits land on, or come from, the frequent ones more often. */
const PAGES = ['/', '/', '/', '/', '/', '/news', '/news', '/auth', '/api-docs', '/feedback'] as const;
const REFERRERS = [
  'direct',
  'direct',
  'direct',
  'https://www.google.com/',
  'https://www.google.com/',
  'https://www.google.com/',
  'https://www.bing.com/',
  'https://duckduckgo.com/',
  'https://www.linkedin.com/',
  'https://chamber-of-commerce.example/members',
] as const;

/** Landing pages and referrers of the visits in the weeks before the demo starts, oldest first. */
export const demoVisits: readonly DemoVisit[] = minutesAgoInOrder(VISITS, 'visits').map((minutesAgo, index) => {
  const random = randomOf(`visit ${String(index)}`);
  return {
    sessionId: stableUuid('visit', index),
    pagePath: random.pick(PAGES),
    referrer: random.pick(REFERRERS),
    minutesAgo,
  };
});

/**
 * Times of `count` events as minutes before now, from the oldest (60 days) to the newest, at uneven intervals. They get
 * denser towards now, as on a growing market.
 */
function minutesAgoInOrder(count: number, seed: string): number[] {
  const random = randomOf(seed);
  const span = HISTORY_DAYS * DAY_MINUTES - 2 * NEWEST_MINUTES;
  return Array.from({ length: count }, (_, index) => {
    const place = (index + random.between(0.05, 0.95)) / count;
    return Math.round(NEWEST_MINUTES + span * (1 - place) ** 1.25);
  });
}
