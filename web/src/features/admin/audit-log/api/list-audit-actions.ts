import { queryOptions } from '@tanstack/react-query';
import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function listAuditActions(signal: AbortSignal): Promise<string[]> {
  const { data, error, status, statusText } = await supabase.rpc('audit_actions').abortSignal(signal);
  if (error) throw toAppError(error, status, statusText);
  return data;
}

/** Every action that the log holds, for its filter. Admins only. */
export const auditActionsQueryOptions = queryOptions({
  queryKey: keys.auditLog.actions,
  queryFn: ({ signal }) => listAuditActions(signal),
});
