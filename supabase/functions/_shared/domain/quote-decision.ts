import { z } from 'zod';

import { idSchema, optionalText, requiredText } from './input.ts';
import { CANCEL_REASON_MAX, QUOTE_REASON_MAX } from './limits.ts';
import { always, checkQuoteBody, quoteBodySchema } from './quote.ts';
import { DECLINE_REASONS, SHOWN_STATUSES } from './quote-status.ts';
import { quoteEventKindSchema, quoteStatusSchema } from './quote-status-schema.ts';

/** The version of a quote that the caller has read; null accepts any version. */
const expectedVersion = idSchema.nullish().transform((version) => version ?? null);

const flag = (otherwise: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((isOn) => isOn ?? otherwise);

/** The body of POST /api/quotes/{id}/shortlist: on by default. */
export const shortlistBodySchema = z.object({ isOn: flag(true) });

/** The body of POST /api/quotes/{id}/accept: it closes the request by default, as in the dialog. */
export const acceptBodySchema = z.object({ closeRequest: flag(true), expectedVersion });

/** The longest reason to decline: one of the list, followed by free text. Free text alone can be as long as that text. */
const DECLINE_REASON_MAX = Math.max(...DECLINE_REASONS.map(({ length }) => length)) + ': '.length + QUOTE_REASON_MAX;

/** The body of POST /api/quotes/{id}/decline. */
export const declineBodySchema = z.object({ reason: optionalText(DECLINE_REASON_MAX) });

/** The body of POST /api/quotes/{id}/withdraw. */
export const withdrawBodySchema = z.object({ reason: optionalText(QUOTE_REASON_MAX) });

/** The body of POST /api/quotes/{id}/cancel. */
export const cancelBodySchema = z.object({
  reason: requiredText('Please give a reason', CANCEL_REASON_MAX),
});

const {
  postId: _post,
  clientId: _client,
  expectedRequest: _read,
  images,
  attachments,
  ...facts
} = quoteBodySchema.shape;

/** The body of PUT /api/quotes/{id}: all facts, changed or not. Omitted images and attachments are kept. */
export const reviseBodySchema = z
  .object({ ...facts, images: images.in.optional(), attachments: attachments.in.optional(), expectedVersion })
  .superRefine(checkQuoteBody, always);

/** The status of a quote, as `/api` answers it to its two parties. */
export const decisionSchema = z.object({
  quoteId: idSchema,
  status: z.enum(SHOWN_STATUSES),
  statusReason: z.string().nullable(),
  changedAt: z.string(),
  validUntil: z.string().nullable(),
  revision: z.number().int().min(0),
  version: idSchema,
});

export type Decision = z.infer<typeof decisionSchema>;

const file = z.object({ name: z.string() }).transform(({ name }) => name);
const factText = z.union([z.string(), z.array(z.union([z.string(), file])).transform((files) => files.join(', '))]);

/** The facts that an event of a quote stores as texts; files by their names. */
export const factTextsSchema = z
  .record(z.string(), factText.nullable())
  .nullable()
  .transform((facts) => facts ?? {});

/** The change of one field of a quote, as shown to users. */
const changeSchema = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() });

/** An entry of the history of a quote. */
export const quoteEventSchema = z.object({
  id: idSchema,
  kind: quoteEventKindSchema,
  actorId: idSchema.nullable(),
  actorUsername: z.string().nullable(),
  fromStatus: quoteStatusSchema,
  toStatus: quoteStatusSchema,
  reason: z.string().nullable(),
  changes: z.array(changeSchema),
  createdAt: z.string(),
});

export type QuoteEvent = z.infer<typeof quoteEventSchema>;
