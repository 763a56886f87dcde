// By its path, since the build reads this file, too, and knows no short names.
import { POST_COLUMNS, REQUIREMENT_COLUMNS } from '../../../../supabase/functions/_shared/rows/post.ts';

/** What is read of a post to show it, with its owner. */
export const SHOWN_POST_COLUMNS =
  `${POST_COLUMNS}, ${REQUIREMENT_COLUMNS}, owner:profiles!posts_user_id_fkey(id, username, avatar_path)` as const;
