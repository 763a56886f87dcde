import { queryOptions } from '@tanstack/react-query';
import { toPublicUser } from '@rows/user-row.ts';
import type { Row } from '@rows/row.ts';
import { countOf, dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { PUBLIC_PROFILE_COLUMNS } from './public-columns.ts';

async function getPublicProfile(userId: number, signal: AbortSignal) {
  const [profile, posts] = await Promise.all([
    supabase.from('profiles').select(PUBLIC_PROFILE_COLUMNS).eq('id', userId).abortSignal(signal).maybeSingle(),
    supabase
      .from('posts')
      .select('id', { count: 'exact', head: true })
      .eq('user_id', userId)
      .eq('is_hidden', false)
      .abortSignal(signal),
  ]);
  const row = dataOf(profile);
  const postCount = countOf(posts);
  return row && toPublicProfile(row, postCount);
}

function toPublicProfile(row: Row<'profiles', typeof PUBLIC_PROFILE_COLUMNS>, postCount: number) {
  const { avatar: avatarPath, ...user } = toPublicUser(row, '');
  return {
    ...user,
    avatarPath,
    createdAt: row.created_at,
    /** Public posts only. */
    postCount,
  };
}

export type PublicProfile = ReturnType<typeof toPublicProfile>;

/** The public profile of a user, or null if there is none. */
export const publicProfileQueryOptions = (userId: number) =>
  queryOptions({
    queryKey: keys.users.profile(userId),
    queryFn: ({ signal }) => getPublicProfile(userId, signal),
  });
