import type { Row } from './row.ts';

const OWN = 'id, user_id, title, category, hidden_by, hidden_reason, hidden_at';
const PEOPLE = 'owner:profiles!posts_user_id_fkey(username), hider:profiles!posts_hidden_by_fkey(username)';

/** Columns of a hidden post for admins. */
export const HIDDEN_POST_COLUMNS = `${OWN}, ${PEOPLE}, counters:post_counters(quotes)` as const;

type Name = Row<'profiles', 'username'>;
type HiddenPostRow = Row<'posts', typeof OWN> & {
  owner: Name;
  hider: Name | null;
  counters: Row<'post_counters', 'quotes'> | null;
};

/** A hidden post for admins; the admin who hid it has no name if the account is gone. */
export function toHiddenPost(row: HiddenPostRow) {
  return {
    id: row.id,
    title: row.title,
    category: row.category,
    userId: row.user_id,
    username: row.owner.username,
    hiddenBy: row.hidden_by,
    hiddenByUsername: row.hider?.username ?? null,
    hiddenReason: row.hidden_reason,
    hiddenAt: row.hidden_at,
    quotes: row.counters?.quotes ?? 0,
  };
}
