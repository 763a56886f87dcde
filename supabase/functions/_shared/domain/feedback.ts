import { z } from 'zod';

import { cleanLine, idSchema, trimmed } from './input.ts';
import {
  EMAIL_MAX,
  FEEDBACK_MESSAGE_MAX,
  FEEDBACK_MESSAGE_MIN,
  FEEDBACK_SUBJECT_MAX,
  FEEDBACK_SUBJECT_MIN,
  PAGE_PATH_MAX,
} from './limits.ts';

export const FEEDBACK_CATEGORIES = [
  { value: 'bug', label: 'Bug' },
  { value: 'suggestion', label: 'Suggestion' },
  { value: 'complaint', label: 'Complaint' },
  { value: 'question', label: 'Question' },
  { value: 'other', label: 'Other' },
] as const;

export const FEEDBACK_STATUSES = [
  { value: 'new', label: 'New' },
  { value: 'in_progress', label: 'In progress' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'spam', label: 'Spam' },
] as const;

const categories = FEEDBACK_CATEGORIES.map(({ value }) => value);

export const EMAIL_REQUIRED = 'Email is required';
const address = z.string().trim().max(EMAIL_MAX, 'Invalid email address').pipe(z.email('Invalid email address'));

const fields = {
  category: z.string().pipe(z.enum(categories, 'Please select a category')),
  subject: z
    .string('Subject is required')
    .overwrite((text) => trimmed(cleanLine(text)))
    .min(1, 'Subject is required')
    .min(FEEDBACK_SUBJECT_MIN, `Subject must be at least ${FEEDBACK_SUBJECT_MIN} characters`)
    .max(FEEDBACK_SUBJECT_MAX, 'Subject too long'),
  message: z
    .string('Message is required')
    .overwrite(trimmed)
    .min(1, 'Message is required')
    .min(FEEDBACK_MESSAGE_MIN, `Message must be at least ${FEEDBACK_MESSAGE_MIN} characters`)
    .max(FEEDBACK_MESSAGE_MAX, 'Message too long'),
  /** A honeypot field: it is hidden from users, so only programs fill it in. */
  website: z.string().max(EMAIL_MAX).optional(),
};

/** The feedback form of guests. */
export const guestFeedbackSchema = z.object({
  ...fields,
  email: z.string().trim().min(1, EMAIL_REQUIRED).pipe(address),
});
/** The feedback form of signed-in users, whose address is shown but read-only. */
export const userFeedbackSchema = z.object({ ...fields, email: z.string().optional() });

/**
 * The body of POST /api/feedback: the form and the page that it is about. Guests must send their email; for users, that
 * of the account is used.
 */
export const feedbackBodySchema = z.object({
  ...fields,
  email: address.optional(),
  clientId: z.uuid().optional(),
  pagePath: z
    .string()
    .optional()
    .transform((path) => (path ?? '').slice(0, PAGE_PATH_MAX)),
});

/** The answer of POST /api/feedback. */
export const feedbackResponseSchema = z.object({ id: idSchema, reference: z.string() });

/** The reference number for the sender: "FB-000042". */
export const feedbackReference = (id: number) => `FB-${String(id).padStart(6, '0')}`;
