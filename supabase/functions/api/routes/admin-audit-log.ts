import { z } from 'zod';
import { idSchema } from '../../_shared/domain/input.ts';
import { AUDIT_ENTRY_COLUMNS, toAuditEntry } from '../../_shared/rows/audit-entry-row.ts';
import { answerOfList, listAnswer, listQuery, pageOfList } from '../admin-list.ts';
import { ApiRoutes } from '../router.ts';

/** The audit log for admins. */
export const adminAuditLogRoutes = new ApiRoutes('Admin');

const auditEntrySchema = z.object({
  id: idSchema,
  actorId: idSchema.nullable(),
  actorUsername: z.string().nullable(),
  action: z.string(),
  entity: z.string(),
  entityId: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  createdAt: z.string(),
});

adminAuditLogRoutes.operation(
  {
    method: 'get',
    path: '/admin/audit-log',
    summary: 'List the audit log, page by page, newest first',
    description: '`q` is the full username of an admin, or the id of what was changed.',
    access: 'admin',
    query: z.object({
      ...listQuery(['createdAt']),
      action: z.string().trim().max(60).optional(),
      entity: z.string().trim().max(60).optional(),
    }),
    answer: listAnswer(auditEntrySchema),
  },
  async ({ client, query }) => {
    let request = client.from('audit_log').select(AUDIT_ENTRY_COLUMNS, { count: 'exact' });
    const word = query.q?.replace(/[\\",()]/g, '');
    if (word) request = request.or(`actor_username.eq."${word}",entity_id.eq."${word}"`);
    if (query.action) request = request.eq('action', query.action);
    if (query.entity) request = request.eq('entity', query.entity);
    return answerOfList(await pageOfList(request, query), query, toAuditEntry);
  },
);
