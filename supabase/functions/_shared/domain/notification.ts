import { z } from 'zod';

/** A notification as `/api` answers it. */
export const notificationSchema = z.object({
  id: z.number(),
  message: z.string(),
  read: z.boolean(),
  createdAt: z.string(),
  data: z.unknown(),
});
