import type { Row } from './row.ts';

/** Columns of the audit log for admins. */
export const AUDIT_ENTRY_COLUMNS = 'id, actor_id, actor_username, action, entity, entity_id, before, after, created_at';

/** An entry of the audit log; the actor is null for actions of the system. */
export function toAuditEntry(row: Row<'audit_log', typeof AUDIT_ENTRY_COLUMNS>) {
  return {
    id: row.id,
    actorId: row.actor_id,
    actorUsername: row.actor_username,
    action: row.action,
    entity: row.entity,
    entityId: row.entity_id,
    before: row.before,
    after: row.after,
    createdAt: row.created_at,
  };
}
