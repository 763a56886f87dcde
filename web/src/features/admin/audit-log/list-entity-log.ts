import { queryOptions } from '@tanstack/react-query';
import { AUDIT_ENTRY_COLUMNS, toAuditEntry } from '@rows/audit-entry-row.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

const NEWEST = 50;

async function listEntityLog(entity: string, id: number, signal: AbortSignal) {
  const rows = dataOf(
    await supabase
      .from('audit_log')
      .select(AUDIT_ENTRY_COLUMNS)
      .eq('entity', entity)
      .eq('entity_id', String(id))
      .order('id', { ascending: false })
      .limit(NEWEST)
      .abortSignal(signal),
  );
  return rows.map(toAuditEntry);
}

/** Admin actions on one entity, newest first. */
export const entityLogQueryOptions = (entity: string, id: number) =>
  queryOptions({
    queryKey: keys.auditLog.entity(entity, id),
    queryFn: ({ signal }) => listEntityLog(entity, id, signal),
    staleTime: 0,
  });
