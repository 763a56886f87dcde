import { z } from 'zod';

import { imagesSchema } from './image-files.ts';
import { cleanLine, idSchema, optionalLine, optionalText, requiredLine } from './input.ts';
import { timeSchema } from './time-schema.ts';
import { NEWS_BODY_MAX, NEWS_LOCATION_MAX, NEWS_SUMMARY_MAX, NEWS_TITLE_MAX, NEWS_URL_MAX } from './limits.ts';
import { NEWS_STATUSES, NEWS_TYPES, type NewsType } from './news-options.ts';
import { instantIn, isTimeZone } from './time-zone.ts';
import { urlOf } from './url-of.ts';

const START_REQUIRED = 'Start is required';
const END_BEFORE_START = 'The end must not be before the start';
const LINK_INVALID = 'The link must begin with https://';

const isHttps = (text: string) => /^https:\/\/\S+$/i.test(text) && urlOf(text) !== null;

/** The rules that form and API share. */
const commonFields = {
  type: z.enum(NEWS_TYPES),
  title: requiredLine('Title is required', NEWS_TITLE_MAX, 'Title too long'),
  isPinned: z.boolean(),
  status: z.enum(NEWS_STATUSES),
};

type EventTimes = { type: NewsType; eventStart: string | null; eventEnd: string | null };

/** An event needs a start, and cannot end before it. */
function checkEventTimes({ type, eventStart, eventEnd }: EventTimes, context: z.core.$RefinementCtx): void {
  if (type !== 'event') return;
  if (!eventStart) context.addIssue({ code: 'custom', path: ['eventStart'], message: START_REQUIRED });
  else if (eventEnd && Date.parse(eventEnd) < Date.parse(eventStart))
    context.addIssue({ code: 'custom', path: ['eventEnd'], message: END_BEFORE_START });
}

/**
 * The news form: all fields are strings, '' if empty; times in the format of `<input type="datetime-local">`. Convert
 * the result for storage with `toNewsDraft`.
 */
export const newsFormSchema = z
  .object({
    ...commonFields,
    type: z.string().pipe(commonFields.type),
    status: z.string().pipe(commonFields.status),
    summary: z.string().trim().max(NEWS_SUMMARY_MAX, 'Summary too long'),
    body: z.string().trim().max(NEWS_BODY_MAX, 'Text too long'),
    eventStart: z.string(),
    eventEnd: z.string(),
    eventZone: z.string().refine((zone) => zone === '' || isTimeZone(zone)),
    location: z.string().overwrite(cleanLine).trim().max(NEWS_LOCATION_MAX),
    externalUrl: z
      .string()
      .trim()
      .max(NEWS_URL_MAX)
      .refine((text) => text === '' || isHttps(text), LINK_INVALID),
    images: imagesSchema,
  })
  .superRefine(checkEventTimes);

const instant = timeSchema.nullish().transform((time) => time ?? null);

/** The body of POST /api/news: only type and title are required. Times include their UTC offset. */
const bodySchema = z.object({
  ...commonFields,
  isPinned: commonFields.isPinned.default(false),
  status: commonFields.status.default('draft'),
  summary: z.string().trim().max(NEWS_SUMMARY_MAX, 'Summary too long').default(''),
  body: z.string().trim().max(NEWS_BODY_MAX, 'Text too long').default(''),
  eventStart: instant,
  eventEnd: instant,
  location: optionalLine(NEWS_LOCATION_MAX),
  externalUrl: optionalText(NEWS_URL_MAX).refine((text) => text === null || isHttps(text), LINK_INVALID),
  images: imagesSchema.nullish().transform((images) => images ?? []),
});

export const newsBodySchema = bodySchema.superRefine(checkEventTimes).transform(withoutEventFieldsOfNews);

/** The body of PUT /api/news/{id}. */
export const newsChangeSchema = bodySchema
  .extend({ expectedUpdatedAt: timeSchema.optional() })
  .superRefine(checkEventTimes)
  .transform(withoutEventFieldsOfNews);

export type NewsBody = z.output<typeof newsBodySchema>;

type EventFields = { type: NewsType; eventStart: string | null; eventEnd: string | null; location: string | null };

/** Only events have a time and a place; leftovers of them in the form are dropped. */
function withoutEventFieldsOfNews<T extends EventFields>(news: T): T {
  return news.type === 'event' ? news : { ...news, eventStart: null, eventEnd: null, location: null };
}

/** A time of the form as an instant: in the zone of the venue or, without one, of the author. */
function toInstant(local: string, zone: string): string | null {
  if (!local) return null;
  return zone ? instantIn(zone, local) : new Date(local).toISOString();
}

/** The stored fields of a news item: `/api` writes all of them except the time zone of the venue. */
export type NewsDraft = NewsBody & { eventZone: string | null };

/** Converts the form for storage: times in UTC, empty optional texts as null. */
export function toNewsDraft(form: z.output<typeof newsFormSchema>): NewsDraft {
  const news = withoutEventFieldsOfNews({
    ...form,
    eventStart: toInstant(form.eventStart, form.eventZone),
    eventEnd: toInstant(form.eventEnd, form.eventZone),
    location: form.location || null,
    externalUrl: form.externalUrl || null,
  });
  return { ...news, eventZone: (news.type === 'event' && form.eventZone) || null };
}

/** A news item as `/api` answers it. */
export const newsItemSchema = z.object({
  id: idSchema,
  type: z.enum(NEWS_TYPES),
  title: z.string(),
  summary: z.string(),
  body: z.string(),
  images: z.array(z.string()),
  eventStart: z.string().nullable(),
  eventEnd: z.string().nullable(),
  location: z.string().nullable(),
  externalUrl: z.string().nullable(),
  isPinned: z.boolean(),
  status: z.enum(NEWS_STATUSES),
  publishedAt: z.string().nullable(),
  author: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type NewsItem = z.infer<typeof newsItemSchema>;
