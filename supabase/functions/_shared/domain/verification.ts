import { z } from 'zod';

import { INVALID_INPUT } from './input.ts';
import { EMAIL_MAX } from './limits.ts';
import { loginSchema } from './login.ts';

export const CODE_LENGTH = 6;
export const CODE_REFUSED = 'Invalid or expired code';
export const TOO_MANY_TRIES = 'Too many attempts. Request a new code.';

const emailSchema = z.string(INVALID_INPUT).trim().min(1, INVALID_INPUT).max(EMAIL_MAX, INVALID_INPUT);
/** The token of a mail's link. */
export const mailTokenSchema = z.string(INVALID_INPUT).min(1, INVALID_INPUT).max(200, INVALID_INPUT);

const linkSchema = z.object({ token: mailTokenSchema });
const codeSchema = z.object({ email: emailSchema, code: z.string(INVALID_INPUT).regex(/^\d{6}$/, CODE_REFUSED) });

/** The id that a registration or a login has answered: that of Auth, or of the user. */
const registrationIdSchema = z.union([z.uuid(), z.int().positive()], CODE_REFUSED);

/** The proof of ownership of an address: the typed code, or the token of the mail's link. */
export const emailProofSchema = z.union([linkSchema, codeSchema], CODE_REFUSED);

export type EmailProof = z.infer<typeof emailProofSchema>;

/**
 * The proof for a registration: docs/decisions.md#links-verify-the-registration-of-their-reader. A link needs the id of
 * the registration or its password as well.
 */
export const registrationProofSchema = z.union(
  [
    linkSchema.extend({
      registration: registrationIdSchema.optional(),
      password: loginSchema.shape.password.optional(),
    }),
    codeSchema.extend({ registration: registrationIdSchema.optional() }),
  ],
  CODE_REFUSED,
);

export type RegistrationProof = z.infer<typeof registrationProofSchema>;

/** The request for another code. */
export const resendVerificationSchema = z.object({ email: emailSchema });
