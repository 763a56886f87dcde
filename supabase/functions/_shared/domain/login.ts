import { z } from 'zod';

import { INVALID_INPUT } from './input.ts';

/** Sign-in by username or email; `rememberMe` decides how long the session is kept. */
export const loginSchema = z.object({
  username: z.string('Username is required').trim().min(1, 'Username is required').max(320, INVALID_INPUT),
  password: z.string('Password is required').min(1, 'Password is required').max(1_000, INVALID_INPUT),
  rememberMe: z.boolean().optional(),
  /** The second step of users with two-step sign-in. */
  code: z.string().trim().min(1, INVALID_INPUT).max(20, INVALID_INPUT).optional(),
});

export type LoginInput = z.input<typeof loginSchema>;

/** The 403 answer for a correct password of an unverified account. */
export const requiresVerificationSchema = z.object({
  requiresVerification: z.literal(true),
  user: z.object({ id: z.number(), email: z.string() }),
});

/** The answer of the page's own sign-in (POST /api/session): the parts of a Supabase session that the page stores. */
export const sessionSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
});

/** The answer to the confirmation of a new address: its account, and a session if the caller is its user. */
export const confirmedEmailSchema = z.object({
  username: z.string(),
  email: z.string(),
  session: sessionSchema.optional(),
});
