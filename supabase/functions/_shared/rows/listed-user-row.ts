import { accountStatus, suspensionEnd } from '../domain/account-status.ts';
import type { Row } from './row.ts';

/** Columns of an account in lists of users. */
export const LISTED_ACCOUNT_COLUMNS =
  'profile_id, email, first_name, last_name, organization, tax_code, role, email_confirmed_at, last_seen_at, suspended_until, suspended_at, suspension_reason, deleted_at, post_count, quote_count, created_at';

/** Columns of the profile in lists of users. */
export const LISTED_PROFILE_COLUMNS = 'username, avatar_path, country, company_name, rating_average';

type ListedUserRow = Row<'accounts', typeof LISTED_ACCOUNT_COLUMNS> & {
  profile: Row<'profiles', typeof LISTED_PROFILE_COLUMNS>;
};

/** A user for admins, without their role; `suspendedUntil` is a time, 'permanent' or null. */
export function toListedUser({ profile, ...row }: ListedUserRow) {
  return {
    id: row.profile_id,
    username: profile.username,
    avatar: profile.avatar_path,
    email: row.email,
    isVerified: row.email_confirmed_at !== null,
    firstName: row.first_name,
    lastName: row.last_name,
    companyName: profile.company_name,
    organization: row.organization,
    taxCode: row.tax_code,
    country: profile.country,
    status: accountStatus(row),
    suspendedUntil: suspensionEnd(row.suspended_until),
    suspendedAt: row.suspended_at,
    suspensionReason: row.suspension_reason,
    posts: row.post_count,
    quotes: row.quote_count,
    rating: profile.rating_average,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  };
}
