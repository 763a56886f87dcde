import { z } from 'zod';

import { attachmentSchema } from './document-files.ts';
import { optionalLine } from './input.ts';
import { ATTACHMENTS_MAX } from './limits.ts';
import { NO_EMAIL, WANTED_QUANTITY } from './quote.ts';
import { CLOSED_REASONS, INCOTERMS } from './requirements.ts';

/** Quantity and target price, each with at most six decimals. */
const REQUIREMENT_NUMBER_MAX = 1_000_000_000_000;
export const UNIT_MAX = 20;

export const QUANTITY_IN_RANGE = 'Quantity must be more than 0 and at most 1,000,000,000,000';
export const TARGET_PRICE_IN_RANGE = 'Target price must be more than 0 and at most 1,000,000,000,000';
export const TOO_MANY_DECIMALS = 'At most 6 decimals';
export const TARGET_CURRENCY_REQUIRED = 'Please select a currency for the target price';

/** The body of closing a request. */
export const closePostSchema = z.object({ reason: z.enum(CLOSED_REASONS, 'Choose a reason') });

/** Numbers are stored with six decimals; a double has at most about sixteen digits. */
const hasSixDecimals = (value: number) => Number(value.toFixed(6)) === value;

const positiveNumber = (outOfRange: string) =>
  z
    .number(outOfRange)
    .positive(outOfRange)
    .max(REQUIREMENT_NUMBER_MAX, outOfRange)
    .refine(hasSixDecimals, TOO_MANY_DECIMALS)
    .nullish()
    .transform((value) => value ?? null);

/**
 * The optional facts of a request; missing and null are equivalent. The database checks by its own clock whether the
 * days are in the future.
 */
export const requirementsSchema = z
  .object({
    quantity: positiveNumber(QUANTITY_IN_RANGE),
    unit: optionalLine(UNIT_MAX).refine((text) => !text?.includes('@'), NO_EMAIL),
    targetPrice: positiveNumber(TARGET_PRICE_IN_RANGE),
    targetCurrency: z
      .string()
      .trim()
      .regex(/^[A-Za-z]{3}$/)
      .toUpperCase()
      .nullish()
      .transform((code) => code ?? null),
    neededBy: z.iso
      .date('Please enter a day')
      .nullish()
      .transform((day) => day ?? null),
    quoteDeadline: z.iso
      .datetime({ offset: true, error: 'Please enter a day and time' })
      .nullish()
      .transform((time) => time ?? null),
    incoterm: z
      .enum(INCOTERMS)
      .nullish()
      .transform((term) => term ?? null),
  })
  .check(({ value: { targetPrice, targetCurrency }, issues }) => {
    if (targetPrice !== null && targetCurrency === null) {
      issues.push({
        code: 'custom',
        input: targetCurrency,
        path: ['targetCurrency'],
        message: TARGET_CURRENCY_REQUIRED,
      });
    }
  })
  // A currency without a price means nothing.
  .transform((requirements) =>
    requirements.targetPrice === null ? { ...requirements, targetCurrency: null } : requirements,
  );

export type Requirements = z.output<typeof requirementsSchema>;

/** The names of the requirements, in the order of the form. */
export const REQUIREMENT_FIELDS = requirementsSchema.in.keyof().options;

/** Descriptions of the requirements for the OpenAPI document. */
export const REQUIREMENT_WORDS = {
  quantity: WANTED_QUANTITY,
  unit: { description: 'The unit of `quantity` and of `targetPrice`', example: 't' },
  targetPrice: { description: 'What one unit should cost', example: 640.5 },
  targetCurrency: { description: 'The three-letter code of the currency of `targetPrice`', example: 'EUR' },
  neededBy: { description: 'The day by which the goods are needed', format: 'date', example: '2026-11-20' },
  quoteDeadline: {
    description: 'Until when quotes are taken',
    format: 'date-time',
    example: '2026-11-20T09:30:00+00:00',
  },
  incoterm: { description: 'The Incoterm of 2020', example: 'CIF' },
} as const satisfies Record<keyof Requirements, object>;

const requirementAnswers = {
  quantity: z.number().nullable(),
  unit: z.string().nullable(),
  targetPrice: z.number().nullable(),
  targetCurrency: z.string().nullable(),
  neededBy: z.string().nullable(),
  quoteDeadline: z.string().nullable(),
  incoterm: z.enum(INCOTERMS).nullable(),
} satisfies { [Name in keyof Requirements]: z.ZodType<Requirements[Name]> };

/** The requirements and status of a request, as `/api` answers them. Documents are only answered to signed-in callers. */
export const postRequirementsSchema = z.object({
  ...requirementAnswers,
  documents: z.array(attachmentSchema),
  state: z.enum(['open', 'overdue', 'closed']),
  closedAt: z.string().nullable(),
  closedReason: z.enum(CLOSED_REASONS).nullable(),
});

export type PostRequirements = z.infer<typeof postRequirementsSchema>;

/** The body of POST /api/posts/{id}/reopen; without a deadline the old one stays, if it has not passed. */
export const reopenPostSchema = z.object({ quoteDeadline: requirementsSchema.in.shape.quoteDeadline });

/** The body of PUT /api/posts/{id}/documents. */
export const documentsBodySchema = z.object({ documents: z.array(attachmentSchema).max(ATTACHMENTS_MAX) });
