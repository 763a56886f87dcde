import { z } from 'zod';

import { INVALID_INPUT } from './input.ts';
import {
  EMAIL_MAX,
  PASSWORD_FORM_MIN,
  PASSWORD_MAX,
  PASSWORD_MIN,
  USERNAME_FORM_MAX,
  USERNAME_MAX,
  USERNAME_MIN,
} from './limits.ts';
import { sessionSchema } from './login.ts';
import { profileFields } from './profile.ts';

const USERNAME_TOO_SHORT = `Username must be at least ${USERNAME_MIN} characters`;
export const PASSWORDS_DIFFER = "Passwords don't match";

// Prevents usernames that look alike, contain markup, or could pass for an email address at sign-in because of an "@".
const UNSEEN_OR_AT = /[@<>\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const withinHash = (password: string) => new TextEncoder().encode(password).length <= PASSWORD_MAX;

type Repeated = { password: string; confirmPassword?: string | undefined };

const isRepeated = (form: Repeated) => form.confirmPassword === form.password;
const ofRepetition = {
  path: ['confirmPassword'],
  // Only for a repetition that is sent. Also runs if another field is refused, so that all messages appear at once.
  when: ({ value }: { value: unknown }) =>
    z.object({ password: z.string(), confirmPassword: z.string() }).safeParse(value).success,
};
const passwordsMatch = { ...ofRepetition, message: PASSWORDS_DIFFER };

/**
 * A registration through `/api`, more lenient than the form: docs/decisions.md#two-sets-of-registration-rules.
 * `confirmPassword` is only checked if it is sent.
 */
export const registrationSchema = z
  .object({
    username: z
      .string(USERNAME_TOO_SHORT)
      .trim()
      .min(USERNAME_MIN, USERNAME_TOO_SHORT)
      .max(USERNAME_MAX, 'Username too long')
      .refine((name) => !UNSEEN_OR_AT.test(name), INVALID_INPUT),
    email: z
      .string('Invalid email format')
      .trim()
      .max(EMAIL_MAX, 'Invalid email format')
      .meta({ format: 'email' })
      .pipe(z.email('Invalid email format')),
    password: z
      .string(`Password must be at least ${PASSWORD_MIN} characters`)
      .min(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`)
      .refine(withinHash, INVALID_INPUT),
    confirmPassword: z.string().optional(),
    ...profileFields,
  })
  .refine(isRepeated, passwordsMatch);

/** A registration on the page, with the language in which it is shown. */
export const pageRegistrationSchema = registrationSchema.safeExtend({ locale: z.string().max(20).optional() });

/** The answer to a registration on the page: its id at Auth, and the session unless the address has to be verified. */
export const registeredSchema = z.object({ registration: z.uuid(), session: sessionSchema.optional() });

/** A new password: in the register form, at a reset and at a change. */
export const newPasswordSchema = z
  .string()
  .min(PASSWORD_FORM_MIN, `Password must be at least ${PASSWORD_FORM_MIN} characters`)
  .regex(/\p{Lu}/u, 'Password must contain at least 1 uppercase letter')
  .regex(/[0-9]/, 'Password must contain at least 1 number')
  .regex(/[^\p{L}\p{N}]/u, 'Password must contain at least 1 special character')
  .refine(withinHash, INVALID_INPUT);

/** Two empty fields are equal, but both have to be filled in. */
const isAnyGiven = (form: Repeated) => form.password !== '' || form.confirmPassword !== '';
const passwordGiven = { ...ofRepetition, message: 'Password is required' };

/** The register form, stricter than `/api`: docs/decisions.md#two-sets-of-registration-rules. */
export const registerFormSchema = z
  .object({
    username: z
      .string()
      .min(USERNAME_MIN, USERNAME_TOO_SHORT)
      .max(USERNAME_FORM_MAX, `Username must not exceed ${USERNAME_FORM_MAX} characters`)
      // A space is also a forbidden character, but has its own message, which comes first.
      .refine((name) => !/\s/.test(name), 'Username cannot contain spaces')
      .refine(
        (name) => /^[A-Za-z0-9.\-\s]*$/.test(name),
        'Username can only contain letters, numbers, dots (.) and hyphens (-)',
      ),
    email: z.string().trim().max(EMAIL_MAX, 'Invalid email address').pipe(z.email('Invalid email address')),
    password: newPasswordSchema,
    confirmPassword: z.string(),
    acceptTerms: z.boolean().refine((accepted) => accepted, 'You must agree to the terms of use'),
  })
  .refine(isRepeated, passwordsMatch)
  .refine(isAnyGiven, passwordGiven);

export type RegisterValues = z.infer<typeof registerFormSchema>;

/** A new password and its repetition. */
export const resetPasswordFormSchema = z
  .object({ password: newPasswordSchema, confirmPassword: z.string() })
  .refine(isRepeated, passwordsMatch)
  .refine(isAnyGiven, passwordGiven);

const currentPasswordSchema = z.string().min(1, 'Current password is required');

/** A new password with its repetition and the current one. */
export const changePasswordFormSchema = z
  .object({ currentPassword: currentPasswordSchema, password: newPasswordSchema, confirmPassword: z.string() })
  .refine(isRepeated, passwordsMatch)
  .refine(isAnyGiven, passwordGiven);

/** The body of POST /api/user/password: `confirmPassword` is only checked if it is sent. */
export const passwordBodySchema = z
  .object({
    currentPassword: z.string().optional(),
    newPassword: newPasswordSchema,
    confirmPassword: z.string().optional(),
  })
  .refine((body) => body.confirmPassword === undefined || body.confirmPassword === body.newPassword, {
    path: ['confirmPassword'],
    message: PASSWORDS_DIFFER,
  });

/** A new email, with the password as proof of identity: the form, and the body of POST /api/user/email. */
export const changeEmailSchema = z.object({
  email: z.string().trim().max(EMAIL_MAX, 'Invalid email address').pipe(z.email('Invalid email address')),
  currentPassword: currentPasswordSchema,
});

/** The answer of both availability checks. */
export const existsSchema = z.object({ exists: z.boolean() });
