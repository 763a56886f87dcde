import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { AUDIT_ENTRY_COLUMNS, toAuditEntry } from '@rows/audit-entry-row.ts';
import { successOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { dayBounds } from '@/shared/ui/data-table/table-state.ts';
import type { AuditState } from './audit-table.ts';

async function listAuditLog({ page, pageSize, order, q, filters }: AuditState, signal: AbortSignal) {
  const first = (page - 1) * pageSize;
  const { since, before } = dayBounds(filters);
  let request = supabase.from('audit_log').select(AUDIT_ENTRY_COLUMNS, { count: 'exact' });
  // Exact matches only: a pattern could not use an index behind the policy.
  const word = q.replace(/[\\",()]/g, '');
  if (q) request = request.or(`actor_username.eq."${word}",entity_id.eq."${word}"`);
  if (filters.action) request = request.eq('action', filters.action);
  if (since) request = request.gte('created_at', since);
  if (before) request = request.lt('created_at', before);
  const answer = await request
    .order('id', { ascending: order === 'asc' })
    .range(first, first + pageSize - 1)
    .abortSignal(signal);
  // An offset past the last row answers 416. That is an empty page, not a failure.
  if (answer.status === 416) return { items: [], total: answer.count ?? first };
  const { data, count } = successOf(answer);
  return { items: data.map(toAuditEntry), total: count ?? data.length };
}

export type AuditEntry = Awaited<ReturnType<typeof listAuditLog>>['items'][number];

/** A page of the audit log, newest first. Admins only. */
export const auditLogQueryOptions = (state: AuditState) =>
  queryOptions({
    queryKey: keys.auditLog.list(state),
    queryFn: ({ signal }) => listAuditLog(state, signal),
    placeholderData: keepPreviousData,
    // Other admins write to the log too, so every visit refetches.
    staleTime: 0,
  });
