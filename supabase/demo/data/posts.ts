import { z } from 'zod';
import {
  AREA_MAX,
  DELIVERY_ADDRESS_MAX,
  IMAGES_MAX,
  PORT_MAX,
  TITLE_INPUT_MAX,
} from '../../functions/_shared/domain/limits.ts';
import { CLOSED_REASONS } from '../../functions/_shared/domain/requirements.ts';
import { categorySchema, countrySchema, textSchema, usernameSchema } from './accounts.ts';
import { readPages } from './read-content.ts';

const HISTORY_MINUTES = 60 * 24 * 60;

/** A time between the request and the load: the part of the request's age that is left at that time. */
const shareSchema = z.number().min(0).max(1);

/** The approximate offer of suppliers: the quotes on a post vary around it. */
const offerSchema = z.strictObject({
  price: z.number().positive(),
  currency: z.enum(['USD', 'EUR']).optional(),
  /** The unit of the price: "piece" gives "0.84 USD/piece". */
  per: textSchema,
  minimum: textSchema,
  leadTime: textSchema,
  /** Descriptions of suppliers whose offer differs from the request. */
  alternatives: z.array(textSchema).optional(),
});

/** The requirements of a request beyond its text. Days and hours are relative to the load; negative ones are in the past. */
const requirementsSchema = z.strictObject({
  quantity: z.number().positive(),
  unit: textSchema,
  targetPrice: z.number().positive().optional(),
  targetCurrency: textSchema.optional(),
  neededInDays: z.int().optional(),
  deadlineInHours: z.int().optional(),
  incoterm: textSchema.optional(),
  /** A drawing, as a PDF of this name. */
  document: z.string().endsWith('.pdf').optional(),
});

/** A quote as sent; its other fields are like those of other demo quotes. */
const offeredSchema = z.strictObject({
  supplier: usernameSchema,
  price: textSchema,
  quantity: textSchema,
  deliveryTime: textSchema,
  /** Days of validity, counted from the day on which it was sent. */
  validDays: z.int().positive().optional(),
  /** The facts before the revision. */
  first: z.strictObject({ price: textSchema.optional(), deliveryTime: textSchema.optional() }).optional(),
});

const onQuote = { supplier: usernameSchema, share: shareSchema };

/** An action on a quote or on the request. */
const actSchema = z.discriminatedUnion('act', [
  z.strictObject({ act: z.enum(['shortlist', 'reopen', 'revise']), ...onQuote }),
  z.strictObject({ act: z.enum(['decline', 'withdraw']), ...onQuote, reason: textSchema.optional() }),
  z.strictObject({ act: z.literal('accept'), ...onQuote, isLast: z.boolean() }),
  z.strictObject({ act: z.literal('cancel'), ...onQuote, by: z.enum(['owner', 'supplier']), reason: textSchema }),
  z.strictObject({ act: z.literal('close'), share: shareSchema, reason: z.enum(CLOSED_REASONS) }),
]);

/** A public question on a request, with the times of question and answer. */
const questionSchema = z.strictObject({
  asker: usernameSchema,
  question: textSchema,
  share: shareSchema,
  answer: z.strictObject({ text: textSchema, share: shareSchema }).optional(),
});

/** A post without images, as written by its owner, and the events on it. */
export const postSchema = z
  .strictObject({
    /** Never changes, because ids, times and file names derive from it. */
    key: textSchema,
    title: textSchema.max(TITLE_INPUT_MAX - 1),
    description: z.string().min(80).max(900),
    buyer: usernameSchema,
    /** Before the load. */
    minutesAgo: z.int().positive().max(HISTORY_MINUTES),
    category: categorySchema,
    country: countrySchema,
    area: textSchema.max(AREA_MAX).optional(),
    deliveryAddress: textSchema.max(DELIVERY_ADDRESS_MAX),
    port: textSchema.max(PORT_MAX).optional(),
    /** Number of images: see `image-files.ts`. */
    images: z.int().positive().max(IMAGES_MAX).optional(),
    /** Posts without it have no quotes yet. */
    offer: offerSchema.optional(),
    requirements: requirementsSchema.optional(),
    /** Instead of generated quotes, to decide on. */
    quotes: z.array(offeredSchema).optional(),
    acts: z.array(actSchema).default([]),
    questions: z.array(questionSchema).default([]),
  })
  .refine(({ quotes, offer }) => !quotes || offer, { path: ['offer'], error: 'Quotes need an offer' });

export type DemoOffer = z.output<typeof offerSchema>;
export type DemoRequirements = z.output<typeof requirementsSchema>;
export type DemoOffered = z.output<typeof offeredSchema>;
export type DemoAct = z.output<typeof actSchema>;
export type DemoPost = z.output<typeof postSchema>;

/** All demo posts from the oldest to the newest, with mixed trades as on a real market. */
export const demoPosts: readonly DemoPost[] = readPages('requests', 'description', postSchema).sort(
  (a, b) => b.minutesAgo - a.minutesAgo,
);
