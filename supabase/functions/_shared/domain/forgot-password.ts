import { z } from 'zod';

import { INVALID_INPUT } from './input.ts';
import { EMAIL_MAX } from './limits.ts';

export const EMAIL_REQUIRED_TITLE = 'Email required';
export const EMAIL_REQUIRED_TEXT = 'Please enter your email address';

/** The request for a reset link. Every non-empty text is accepted, so that the answer does not reveal which accounts exist. */
export const forgotPasswordSchema = z.object({
  email: z.string(EMAIL_REQUIRED_TEXT).trim().min(1, EMAIL_REQUIRED_TEXT).max(EMAIL_MAX, INVALID_INPUT),
});
