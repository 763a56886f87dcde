import type { Row } from './row.ts';

const OWN = 'id, action, reason, user_count, post_count, other_count, created_at, undone_at, restored_count';
const ACTOR = 'actor:profiles!moderation_batches_actor_id_fkey(username)';
const UNDOER = 'undoer:profiles!moderation_batches_undone_by_fkey(username)';

/** Columns of a bulk action for admins. */
export const BULK_ACTION_COLUMNS = `${OWN}, ${ACTOR}, ${UNDOER}` as const;

type Name = Row<'profiles', 'username'>;
type BulkActionRow = Row<'moderation_batches', typeof OWN> & { actor: Name; undoer: Name | null };

/** A bulk action for admins. */
export function toBulkAction(row: BulkActionRow) {
  return {
    id: row.id,
    action: row.action,
    actorUsername: row.actor.username,
    reason: row.reason,
    users: row.user_count,
    posts: row.post_count,
    others: row.other_count,
    createdAt: row.created_at,
    undoneAt: row.undone_at,
    undoneByUsername: row.undoer?.username ?? null,
    restored: row.restored_count,
  };
}
