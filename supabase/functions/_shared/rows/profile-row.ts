import type { ValidProfile } from '../domain/profile.ts';

/** A profile for `update_profile()`: each field by its column name. */
export function profileRow(profile: ValidProfile) {
  return {
    first_name: profile.firstName,
    last_name: profile.lastName,
    phone_number: profile.phoneNumber,
    country: profile.country,
    address: profile.address,
    company_name: profile.companyName,
    organization: profile.organization,
    tax_code: profile.taxCode,
    bio: profile.bio,
  };
}
