import { z } from 'zod';
import { idSchema } from './input.ts';

/** A notification as `/api` answers it. */
export const notificationSchema = z.object({
  id: z.number(),
  message: z.string(),
  read: z.boolean(),
  createdAt: z.string(),
  data: z.unknown(),
  /** The quote that it is about, also where `data`, which says where a click leads, names only the post. */
  quoteId: idSchema.nullable(),
});
