import { randomOf, stableUuid } from './random.ts';
import { minutesAgoInOrder } from './minutes-ago.ts';

interface DemoVisit {
  sessionId: string;
  pagePath: string;
  referrer: string;
  minutesAgo: number;
}

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
