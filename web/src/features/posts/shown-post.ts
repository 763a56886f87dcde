import type { QueryData } from '@supabase/supabase-js';
import { toPost, toRequirements } from '@rows/post-row.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { SHOWN_POST_COLUMNS } from './shown-columns.ts';

/** Starts a query for posts with the columns of a card; callers add filters and order. */
export function selectPosts() {
  return supabase.from('posts').select(SHOWN_POST_COLUMNS);
}

type PostRow = QueryData<ReturnType<typeof selectPosts>>[number];

/** Maps a row to a post of the page. */
export const toShownPost = (row: PostRow) => ({
  ...toPost(row),
  ...toRequirements(row),
  hiddenAt: row.hidden_at,
  /** Null if the owner's profile is missing; cards then say "User #{userId}". */
  username: row.owner?.username || null,
  avatarPath: row.owner?.avatar_path ?? null,
});

export type Post = ReturnType<typeof toShownPost>;

/** The owner's name on a card. */
export function ownerName(post: Pick<Post, 'userId' | 'username'>, { t }: Language): string {
  return post.username || t('User #{id}', { id: post.userId });
}
