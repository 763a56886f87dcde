import { z } from 'zod';

import { newPasswordSchema, PASSWORDS_DIFFER } from './registration.ts';
import { mailTokenSchema } from './verification.ts';

export const LINK_REFUSED = 'This reset link is invalid or has expired';

/** The token of a reset link, before a password is typed. */
export const resetLinkSchema = z.object({ token: mailTokenSchema });
/** Whether the link is still valid. */
export const resetLinkAnswerSchema = z.object({ isValid: z.boolean() });

/** The new password and the token of the reset link. The repetition is only compared if it is sent, as at registration. */
export const resetPasswordSchema = z
  .object({ token: mailTokenSchema, password: newPasswordSchema, confirmPassword: z.string().optional() })
  .refine(({ password, confirmPassword }) => confirmPassword === undefined || confirmPassword === password, {
    path: ['confirmPassword'],
    message: PASSWORDS_DIFFER,
  });
