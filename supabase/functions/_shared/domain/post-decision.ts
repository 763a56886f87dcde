import { z } from 'zod';

import { attachmentSchema } from './document-files.ts';
import { ATTACHMENTS_MAX } from './limits.ts';
import { CLOSED_REASONS, INCOTERMS } from './requirements.ts';
import { requirementsSchema } from './requirements-schema.ts';

/** The body of POST /api/posts/{id}/reopen; without a deadline the old one goes on, if it has not passed. */
export const reopenPostSchema = z.object({ quoteDeadline: requirementsSchema.in.shape.quoteDeadline });

/** The body of PUT /api/posts/{id}/documents. */
export const documentsBodySchema = z.object({ documents: z.array(attachmentSchema).max(ATTACHMENTS_MAX) });

/** The requirements of a request and how it stands, as `/api` answers them. Its documents are for signed-in callers. */
export const postRequirementsSchema = z.object({
  quantity: z.number().nullable(),
  unit: z.string().nullable(),
  targetPrice: z.number().nullable(),
  targetCurrency: z.string().nullable(),
  neededBy: z.string().nullable(),
  quoteDeadline: z.string().nullable(),
  incoterm: z.enum(INCOTERMS).nullable(),
  documents: z.array(attachmentSchema),
  state: z.enum(['open', 'overdue', 'closed']),
  closedAt: z.string().nullable(),
  closedReason: z.enum(CLOSED_REASONS).nullable(),
});

export type PostRequirements = z.infer<typeof postRequirementsSchema>;
