import { z } from 'zod';

import { INVALID_INPUT } from './input.ts';
import { EMAIL_MAX } from './limits.ts';

export const EMAIL_REQUIRED_TITLE = 'Email required';
export const EMAIL_REQUIRED_TEXT = 'Please enter your email address';

/** Asking for a reset link. Any text that is not empty is accepted: no answer may tell whether an address has an account. */
export const forgotPasswordSchema = z.object({
  email: z.string(EMAIL_REQUIRED_TEXT).trim().min(1, EMAIL_REQUIRED_TEXT).max(EMAIL_MAX, INVALID_INPUT),
});
