import { z } from 'zod';

import { toCountryCode } from './countries.ts';
import { optionalLine, optionalText } from './input.ts';
import {
  ADDRESS_MAX,
  BIO_MAX,
  COMPANY_NAME_MAX,
  COUNTRY_MAX,
  FIRST_NAME_MAX,
  LAST_NAME_MAX,
  ORGANIZATION_MAX,
  PHONE_NUMBER_MAX,
  PHONE_NUMBER_MIN,
  TAX_CODE_MAX,
} from './limits.ts';

export const ORGANIZATION_TOO_LONG = `Organization name must be less than ${ORGANIZATION_MAX} characters`;
export const TAX_CODE_TOO_LONG = `Tax code must be less than ${TAX_CODE_MAX} characters`;

const PHONE_NUMBER = new RegExp(`^\\+?[0-9 ()-]{${PHONE_NUMBER_MIN},${PHONE_NUMBER_MAX}}$`);

/** Longer than any number with its marks. Normalising takes a time that grows with the square of a text of accents. */
const NORMALIZED_MAX = 200;

/** Normalises a phone number for storage: dots, slashes and dashes of all kinds separate digits, and direction marks are removed. */
const plainPhoneNumber = (text: string): string =>
  text.length > NORMALIZED_MAX
    ? text
    : text
        .normalize('NFKC')
        .replace(/\p{Cf}/gu, '')
        .replace(/\p{Pd}/gu, '-')
        .replace(/[\s./]+/g, ' ')
        .trim();

/** A phone number; missing, null and blank become null. */
const phoneNumberSchema = z
  .string()
  .overwrite(plainPhoneNumber)
  .refine((text) => text === '' || PHONE_NUMBER.test(text), 'Invalid phone number')
  .nullish()
  .transform((text) => text || null);

/** The optional profile fields that registration and the profile form share. */
export const profileFields = {
  firstName: optionalLine(FIRST_NAME_MAX),
  lastName: optionalLine(LAST_NAME_MAX),
  phoneNumber: phoneNumberSchema,
  address: optionalLine(ADDRESS_MAX),
  country: optionalLine(COUNTRY_MAX).transform((text) => (text === null ? null : toCountryCode(text))),
  companyName: optionalLine(COMPANY_NAME_MAX),
  bio: optionalText(BIO_MAX),
  organization: optionalLine(ORGANIZATION_MAX, ORGANIZATION_TOO_LONG),
  taxCode: optionalLine(TAX_CODE_MAX, TAX_CODE_TOO_LONG),
};

/** The profile form: blank texts become null, a country its code. It does not contain username, role and ratings. */
export const profileSchema = z.object(profileFields);

const anyText = z.string().nullish();

/** The body of PUT /api/user: any subset of the fields. Rules between texts are checked after merging them with the stored ones. */
export const profileBodySchema = z.object({
  firstName: anyText,
  lastName: anyText,
  phoneNumber: anyText,
  address: anyText,
  country: anyText,
  companyName: anyText,
  bio: anyText,
  organization: anyText,
  taxCode: anyText,
});

export type ProfileValues = z.input<typeof profileSchema>;
export type ValidProfile = z.output<typeof profileSchema>;

/** The public fields of a user: never email, phone, address or tax code. */
export const publicUserSchema = z.object({
  id: z.number(),
  username: z.string(),
  avatar: z.string().nullable(),
  country: z.string().nullable(),
  companyName: z.string().nullable(),
  bio: z.string().nullable(),
  createdAt: z.string(),
});

/** The new avatar: its path in the bucket `avatars`. */
export const avatarSchema = z.object({ avatar: z.string() });
export const noAvatarSchema = z.object({ avatar: z.null() });
