import { z } from 'zod';
import { FORM_CATEGORIES } from '../../functions/_shared/domain/categories.ts';
import { COUNTRIES } from '../../functions/_shared/domain/countries.ts';
import { BIO_MAX } from '../../functions/_shared/domain/limits.ts';
import { ROLES } from '../../functions/_shared/domain/roles.ts';
import { readTable } from './read-content.ts';

/** The password of all demo accounts. */
export const DEMO_PASSWORD = 'Demo1234!';

export const textSchema = z.string().trim().min(1);
export const categorySchema = z.enum(FORM_CATEGORIES.map(({ value }) => value));
export const countrySchema = z.enum(COUNTRIES.map(({ code }) => code));

const accountSchema = z.strictObject({
  username: textSchema,
  role: z.enum(ROLES),
  firstName: textSchema,
  lastName: textSchema,
  phoneNumber: textSchema,
  address: textSchema,
  /** The place from which their goods are shipped. */
  city: textSchema,
  country: countrySchema,
  companyName: textSchema,
  bio: textSchema.max(BIO_MAX),
  organization: textSchema.optional(),
  taxCode: textSchema.optional(),
  /** Categories in which they send quotes. */
  sells: z.array(categorySchema),
  /** Without an avatar, the initials are shown. */
  hasAvatar: z.boolean().optional(),
  /** Days before the load. */
  joinedDaysAgo: z.int().positive(),
});

export type FormCategory = z.output<typeof categorySchema>;
export type DemoAccount = z.output<typeof accountSchema>;

/** All demo accounts, in the order of their registration ids; the first four are for trying out the marketplace. */
export const demoAccounts: readonly DemoAccount[] = readTable('people.json', z.array(accountSchema));

/** A username of `demoAccounts`. */
export const usernameSchema = z
  .string()
  .refine(
    (name) => demoAccounts.some(({ username }) => username === name),
    'No person of people.json has this username',
  );
