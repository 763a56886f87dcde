import { z } from 'zod';
import { NEWS_TYPES } from '../../functions/_shared/domain/news-options.ts';
import { textSchema } from './accounts.ts';
import { readPages } from './read-content.ts';

const eventSchema = z.strictObject({
  /** Days relative to the load: negative ones are in the past. */
  startsInDays: z.int(),
  /** Hour of the day in UTC. */
  startHour: z.int().min(0).max(23),
  hours: z.number().positive(),
  /** The time zone of the venue; none for online events. */
  zone: textSchema.optional(),
  location: textSchema,
});

const newsSchema = z
  .strictObject({
    /** Never changes, because ids derive from it. */
    key: textSchema,
    type: z.enum(NEWS_TYPES),
    title: textSchema,
    summary: textSchema,
    body: textSchema,
    /** Publication in days before the load. */
    publishedDaysAgo: z.int().positive(),
    /** Images of posts, as "{key of the post}-{number}". */
    images: z.array(textSchema).optional(),
    isPinned: z.boolean().optional(),
    status: z.enum(['draft', 'archived']).optional(),
    externalUrl: z.url().optional(),
    event: eventSchema.optional(),
  })
  .refine(({ type, event }) => (type === 'event') === (event !== undefined), {
    path: ['event'],
    error: 'Events have an [event], news have none',
  });

export type DemoNews = z.output<typeof newsSchema>;

/** News and events of the marketplace, the newest first. */
export const demoNews: readonly DemoNews[] = readPages('news', 'body', newsSchema).sort(
  (a, b) => a.publishedDaysAgo - b.publishedDaysAgo,
);
