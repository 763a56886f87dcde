import type { QueryData } from '@supabase/supabase-js';
import { accountStatus, suspensionEnd } from '@domain/account-status.ts';
import { supabase } from '@/shared/backend/supabase.ts';

/** What admins see of a user. A literal, so that the type of the answer is inferred. */
export const USER_COLUMNS =
  'profile_id, email, first_name, last_name, phone_number, address, organization, tax_code, role, email_confirmed_at, last_seen_at, suspended_until, suspension_reason, deleted_at, post_count, quote_count, created_at, profile:profiles(username, avatar_path, country, company_name, bio, rating_average, rating_count)';

/** Starts a request for users in that shape. */
export function selectUsers() {
  return supabase.from('accounts').select(USER_COLUMNS);
}

type UserRow = QueryData<ReturnType<typeof selectUsers>>[number];

/** A row as the admin area uses it (B16). */
export function toUser({ profile, ...row }: UserRow) {
  return {
    id: row.profile_id,
    username: profile.username,
    avatarPath: profile.avatar_path,
    email: row.email,
    isVerified: row.email_confirmed_at !== null,
    name: [row.first_name, row.last_name].filter(Boolean).join(' '),
    phoneNumber: row.phone_number,
    address: row.address,
    companyName: profile.company_name,
    organization: row.organization,
    taxCode: row.tax_code,
    country: profile.country,
    bio: profile.bio,
    role: row.role,
    status: accountStatus(row),
    /** A moment, 'permanent', or null. */
    suspendedUntil: suspensionEnd(row.suspended_until),
    suspensionReason: row.suspension_reason,
    postCount: row.post_count,
    quoteCount: row.quote_count,
    ratingAverage: profile.rating_average,
    ratingCount: profile.rating_count,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  };
}

export type User = ReturnType<typeof toUser>;
