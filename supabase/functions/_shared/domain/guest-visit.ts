import { z } from 'zod';

import { PAGE_PATH_MAX, REFERRER_MAX, REFERRER_NONE, SESSION_ID_MAX } from './limits.ts';

/** A guest visit: an empty or missing referrer is "direct"; overlong addresses are cut, not refused. */
export const guestVisitSchema = z.object({
  sessionId: z.string().trim().min(8).max(SESSION_ID_MAX),
  pagePath: z
    .string()
    .startsWith('/')
    .transform((path) => path.slice(0, PAGE_PATH_MAX)),
  referrer: z
    .string()
    .trim()
    .nullish()
    .transform((referrer) => (referrer || REFERRER_NONE).slice(0, REFERRER_MAX)),
});

export type GuestVisit = z.input<typeof guestVisitSchema>;
