import type { QueryData } from '@supabase/supabase-js';
import { LISTED_ACCOUNT_COLUMNS, LISTED_PROFILE_COLUMNS, toListedUser } from '@rows/listed-user-row.ts';
import { supabase } from '@/shared/backend/supabase.ts';

/** The columns that admins see of a user: those of the list and the rest of the profile. */
export const SHOWN_USER_COLUMNS =
  `${LISTED_ACCOUNT_COLUMNS}, phone_number, address, profile:profiles(${LISTED_PROFILE_COLUMNS}, bio, rating_count)` as const;

/** Starts a request for one user with those columns. */
export function requestUser(id: number) {
  return supabase.rpc('get_user', { user_id: id }).select(SHOWN_USER_COLUMNS);
}

type UserRow = QueryData<ReturnType<typeof requestUser>>[number];

/** Maps a row to a user of the admin area. */
export function toShownUser(row: UserRow) {
  const { avatar, firstName, lastName, posts, quotes, rating, ...user } = toListedUser(row);
  return {
    ...user,
    avatarPath: avatar,
    name: [firstName, lastName].filter(Boolean).join(' '),
    phoneNumber: row.phone_number,
    address: row.address,
    bio: row.profile.bio,
    role: row.role,
    postCount: posts,
    quoteCount: quotes,
    ratingAverage: rating,
    ratingCount: row.profile.rating_count,
  };
}

export type User = ReturnType<typeof toShownUser>;
