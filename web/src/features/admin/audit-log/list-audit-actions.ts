import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function listAuditActions(signal: AbortSignal): Promise<string[]> {
  return dataOf(await supabase.rpc('audit_actions').abortSignal(signal));
}

/** Every action in the audit log, for its filter. Admins only. */
export const auditActionsQueryOptions = queryOptions({
  queryKey: keys.auditLog.actions,
  queryFn: ({ signal }) => listAuditActions(signal),
});
