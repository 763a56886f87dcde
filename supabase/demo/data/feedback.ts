import { z } from 'zod';
import { FEEDBACK_CATEGORIES, FEEDBACK_STATUSES } from '../../functions/_shared/domain/feedback.ts';
import { textSchema, usernameSchema } from './accounts.ts';
import { readTable } from './read-content.ts';

const feedbackSchema = z
  .strictObject({
    /** A user, or the address of a guest. */
    username: usernameSchema.optional(),
    email: z.email().optional(),
    category: z.enum(FEEDBACK_CATEGORIES.map(({ value }) => value)),
    subject: textSchema,
    message: textSchema,
    pagePath: z.string().startsWith('/'),
    status: z.enum(FEEDBACK_STATUSES.map(({ value }) => value)),
    assignee: usernameSchema.optional(),
    hoursAgo: z.int().positive(),
    note: textSchema.optional(),
    reply: textSchema.optional(),
  })
  .refine(({ username, email }) => (username === undefined) !== (email === undefined), {
    path: ['username'],
    error: 'Either a username or an email',
  });

/** Feedback to the operators, newest first. */
export const demoFeedback = readTable('feedback.json', z.array(feedbackSchema));
