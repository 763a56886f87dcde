import { z } from 'zod';

const count = z.number().int().nonnegative();

/** Totals of a range; shares and averages are computed where they are displayed. */
const totalsSchema = z.object({
  visitors: count,
  registrations: count,
  /** Registrations with a verified email. */
  verified: count,
  posts: count,
  quotes: count,
  /** Posts with a quote within 48 hours. */
  quotedWithin48h: count,
  messages: count,
  reviews: count,
  /** Posts that were hidden in the range and still are. */
  hiddenPosts: count,
  /** Feedback of the range that is neither resolved nor spam. */
  openFeedback: count,
});

/** The statistics of a range of UTC days, first and last included. */
export const statsSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  current: totalsSchema,
  /** The preceding range of the same length. */
  previous: totalsSchema,
  days: z.array(z.object({ day: z.iso.date(), visitors: count, registrations: count, posts: count, quotes: count })),
  tables: z.object({
    categories: z.array(z.object({ category: z.string(), posts: count, quotes: count })),
    countries: z.array(z.object({ country: z.string(), posts: count, quotes: count })),
    suppliers: z.array(z.object({ userId: count, username: z.string(), quotes: count })),
    emptySearches: z.array(z.object({ term: z.string(), searches: count })),
    landingPages: z.array(z.object({ page: z.string(), visitors: count })),
    referrers: z.array(z.object({ referrer: z.string(), visitors: count })),
  }),
});

/** Adds the current stock, whatever the range, which only the page shows: the answer of `/api` is frozen without it. */
export const statsWithStockSchema = statsSchema.extend({ stock: z.object({ visiblePosts: count }) });

export type Stats = z.output<typeof statsWithStockSchema>;
export type StatsStock = Stats['stock'];
export type StatsTotals = z.output<typeof totalsSchema>;

export const STATS_DAYS = 30;
const DAY_MS = 86_400_000;

/** The UTC day of a time. */
const utcDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The last `days` UTC days, including today. */
export function lastDays(days: number, now: Date = new Date()): { from: string; to: string } {
  return { from: utcDay(now.getTime() - (days - 1) * DAY_MS), to: utcDay(now.getTime()) };
}
