import { z } from 'zod';
import { callerClient } from '../../_shared/clients.ts';
import { idSchema } from '../../_shared/domain/input.ts';
import { fromDatabase } from '../../_shared/http/api-error.ts';
import { AUDIT_ENTRY_COLUMNS, toAuditEntry } from '../../_shared/rows/audit-entry.ts';
import { listAnswer, listQuery } from '../admin-list.ts';
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
  async ({ c, query }) => {
    const client = await callerClient(c);
    const first = (query.page - 1) * query.pageSize;
    let request = client.from('audit_log').select(AUDIT_ENTRY_COLUMNS, { count: 'exact' });
    const word = query.q?.replace(/[\\",()]/g, '');
    if (word) request = request.or(`actor_username.eq."${word}",entity_id.eq."${word}"`);
    if (query.action) request = request.eq('action', query.action);
    if (query.entity) request = request.eq('entity', query.entity);
    if (query.from) request = request.gte('created_at', query.from);
    if (query.to) request = request.lt('created_at', query.to);
    const answer = await request
      .order('id', { ascending: query.order === 'asc' })
      .range(first, first + query.pageSize - 1);
    // Behind the last row there is nothing, which is no failure.
    if (answer.status === 416) return { items: [], total: answer.count ?? first };
    if (answer.error) throw fromDatabase(answer.error, answer.status);
    return { items: answer.data.map(toAuditEntry), total: answer.count ?? answer.data.length };
  },
);
