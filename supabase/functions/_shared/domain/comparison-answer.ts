import { z } from 'zod';

import { idSchema } from './input.ts';
import type { NotComparable, ShownMoney } from './quote-comparison.ts';
import { SHOWN_STATUSES } from './quote-status.ts';

/** A computed amount. `problem` says why it has no value, or why the value is not converted. */
const amountSchema = z.object({
  value: z.number().nullable(),
  currency: z.string().nullable(),
  rateDay: z.string().nullable(),
  isRateOld: z.boolean(),
  problem: z.string().nullable(),
});

/** A quote among the others of its request. */
const comparedSchema = z.object({
  quoteId: idSchema,
  supplierId: idSchema,
  username: z.string(),
  averageRating: z.number().nullable(),
  status: z.enum(SHOWN_STATUSES),
  price: z.string(),
  quantity: z.string(),
  deliveryTime: z.string(),
  priceRead: z.string().nullable(),
  quantityRead: z.string().nullable(),
  incoterm: z.string().nullable(),
  tax: z.enum(['included', 'excluded']).nullable(),
  unitPrice: amountSchema,
  totalPrice: amountSchema.nullable(),
  minimumOrder: amountSchema,
  isMinimumTooMuch: z.boolean().nullable(),
  deliveryDays: z.number().nullable(),
  isBestPrice: z.boolean(),
  isFastest: z.boolean(),
  isBestRated: z.boolean(),
});

/** The quotes on a request side by side, as `/api` answers them to its owner. */
export const comparisonSchema = z.object({
  currency: z.string(),
  unit: z.string().nullable(),
  withoutCurrentRate: z.array(z.string()),
  unlikeTerms: z.array(z.string()),
  quotes: z.array(comparedSchema),
});

/** An amount as `/api` answers it. */
export function toAmount(amount: ShownMoney | NotComparable): z.output<typeof amountSchema> {
  if ('problem' in amount) {
    return { value: null, currency: null, rateDay: null, isRateOld: false, problem: amount.problem };
  }
  const { value, currency, day, isRateOld, missingRate } = amount;
  const problem = missingRate === null ? null : `There is no exchange rate for ${missingRate}`;
  return { value, currency, rateDay: day, isRateOld, problem };
}
