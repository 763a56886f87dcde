import { z } from 'zod';

import { CLOSED_REASONS, INCOTERMS } from './requirements.ts';
import { requirementsSchema } from './requirements-schema.ts';

/** The body of POST /api/posts/{id}/reopen; without a deadline the old one goes on, if it has not passed. */
export const reopenPostSchema = z.object({ quoteDeadline: requirementsSchema.in.shape.quoteDeadline });

/** The requirements of a request and how it stands, as `/api` answers them. */
export const postRequirementsSchema = z.object({
  quantity: z.number().nullable(),
  unit: z.string().nullable(),
  targetPrice: z.number().nullable(),
  targetCurrency: z.string().nullable(),
  neededBy: z.string().nullable(),
  quoteDeadline: z.string().nullable(),
  incoterm: z.enum(INCOTERMS).nullable(),
  state: z.enum(['open', 'overdue', 'closed']),
  closedAt: z.string().nullable(),
  closedReason: z.enum(CLOSED_REASONS).nullable(),
});

export type PostRequirements = z.infer<typeof postRequirementsSchema>;
