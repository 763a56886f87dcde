import { z } from 'zod';

import { optionalText } from './input.ts';
import { REQUIREMENT_NUMBER_MAX, UNIT_MAX } from './limits.ts';
import { NO_EMAIL } from './quote.ts';
import { CLOSED_REASONS, INCOTERMS } from './requirements.ts';

export const QUANTITY_IN_RANGE = 'Quantity must be more than 0 and at most 1,000,000,000,000';
export const TARGET_PRICE_IN_RANGE = 'Target price must be more than 0 and at most 1,000,000,000,000';
export const TOO_MANY_DECIMALS = 'At most 6 decimals';
export const TARGET_CURRENCY_REQUIRED = 'Please select a currency for the target price';

/** The body of closing a request. */
export const closePostSchema = z.object({ reason: z.enum(CLOSED_REASONS, 'Choose a reason') });

/** Numbers are stored with six decimals; a double has no more than about sixteen digits. */
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
 * The optional facts of a request; missing and null both mean that one is not given. Whether the days lie ahead is decided by the
 * database, whose clock is right.
 */
export const requirementsSchema = z
  .object({
    quantity: positiveNumber(QUANTITY_IN_RANGE),
    unit: optionalText(UNIT_MAX).refine((text) => !text?.includes('@'), NO_EMAIL),
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
  // A currency alone says nothing.
  .transform((requirements) =>
    requirements.targetPrice === null ? { ...requirements, targetCurrency: null } : requirements,
  );

export type Requirements = z.output<typeof requirementsSchema>;
