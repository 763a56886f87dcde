import type { Row } from './row.ts';

/** Public columns of a profile. */
export const PROFILE_COLUMNS = 'id, username, avatar_path, country, company_name, bio';

/** Further columns, readable only by the users themselves and by admins. */
export const ACCOUNT_COLUMNS = 'email, first_name, last_name, phone_number, address, organization, tax_code, role';

type ProfileRow = Row<'profiles', typeof PROFILE_COLUMNS>;
type AccountRow = Row<'accounts', typeof ACCOUNT_COLUMNS>;

const textOr =
  <Empty extends string | null>(empty: Empty) =>
  (text: string | null): string | Empty =>
    text ?? empty;

/** The public fields of a user; `empty` replaces missing values. */
export function toPublicUser<Empty extends string | null>(profile: ProfileRow, empty: Empty) {
  const or = textOr(empty);
  return {
    id: profile.id,
    username: profile.username,
    avatar: profile.avatar_path,
    country: or(profile.country),
    companyName: or(profile.company_name),
    bio: or(profile.bio),
  };
}

/** A user for themselves, without their role; `empty` replaces missing values. */
export function toUser<Empty extends string | null>(profile: ProfileRow, account: AccountRow, empty: Empty) {
  const or = textOr(empty);
  return {
    ...toPublicUser(profile, empty),
    email: account.email,
    firstName: or(account.first_name),
    lastName: or(account.last_name),
    phoneNumber: or(account.phone_number),
    address: or(account.address),
    organization: or(account.organization),
    taxCode: or(account.tax_code),
  };
}
