import { z } from 'zod';
import { HIDE_REASON_MAX } from '../../functions/_shared/domain/limits.ts';
import { textSchema, usernameSchema } from './accounts.ts';
import { demoPosts } from './posts.ts';
import { readTable } from './read-content.ts';

const moderation = readTable(
  'moderation.json',
  z.strictObject({
    hidden: z.array(
      z.strictObject({
        postKey: z
          .string()
          .refine((name) => demoPosts.some(({ key }) => key === name), 'There is no such file in requests'),
        /** The owner of the post, or the admin who hid it for a violation. */
        by: z.union([z.literal('owner'), usernameSchema]),
        reason: textSchema.max(HIDE_REASON_MAX).optional(),
      }),
    ),
    suspension: z.strictObject({
      username: usernameSchema,
      by: usernameSchema,
      reason: textSchema,
      daysAgo: z.int().positive(),
      days: z.int().positive(),
    }),
  }),
);

/** Hidden posts, which only their owner and the admins see. */
export const demoHidings = moderation.hidden;

/** The account that is suspended at the start of the demo, and the admin who did it. */
export const demoSuspension = moderation.suspension;
