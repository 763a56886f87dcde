// A relative path, because the build also reads this file and does not resolve aliases.
import { POST_COLUMNS, REQUIREMENT_COLUMNS } from '../../../../supabase/functions/_shared/rows/post-row.ts';

/** Columns of a post as the page shows it, with its owner. */
export const SHOWN_POST_COLUMNS =
  `${POST_COLUMNS}, ${REQUIREMENT_COLUMNS}, hidden_at, owner:profiles!posts_user_id_fkey(id, username, avatar_path)` as const;
