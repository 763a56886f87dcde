import { z } from 'zod';
import { ROLES } from './roles.ts';

/** A role. */
export const roleSchema = z.enum(ROLES);

/** The signed-in user as answered by `/api`, never with `password` or `rememberMe`. */
export const userSchema = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  address: z.string().nullable(),
  country: z.string().nullable(),
  companyName: z.string().nullable(),
  bio: z.string().nullable(),
  avatar: z.string().nullable(),
  role: roleSchema,
  isAdmin: z.boolean(),
  organization: z.string().nullable(),
  taxCode: z.string().nullable(),
});

export type User = z.infer<typeof userSchema>;
