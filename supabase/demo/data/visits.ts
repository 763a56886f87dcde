import { randomOf, stableUuid } from './random.ts';
import { minutesAgoInOrder } from './minutes-ago.ts';

interface DemoVisit {
  sessionId: string;
  pagePath: string;
  referrer: string;
  minutesAgo: number;
}

const VISITS = 1600;
/** The more often a place stands here, the more of the visits land on it, or come from it. */
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

/** Where visitors landed and came from in the weeks before the demo begins, oldest first. */
export const demoVisits: readonly DemoVisit[] = minutesAgoInOrder(VISITS, 'visits').map((minutesAgo, index) => {
  const random = randomOf(`visit ${String(index)}`);
  return {
    sessionId: stableUuid('visit', index),
    pagePath: random.pick(PAGES),
    referrer: random.pick(REFERRERS),
    minutesAgo,
  };
});
