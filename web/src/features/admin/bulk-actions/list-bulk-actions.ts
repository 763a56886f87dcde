import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { BULK_ACTION_COLUMNS, toBulkAction } from '@rows/bulk-action-row.ts';
import { successOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import type { BulkActionState } from './bulk-action-table.ts';

async function listBulkActions({ page, pageSize, order }: BulkActionState, signal: AbortSignal) {
  const first = (page - 1) * pageSize;
  const answer = await supabase
    .from('moderation_batches')
    .select(BULK_ACTION_COLUMNS, { count: 'exact' })
    .order('id', { ascending: order === 'asc' })
    .range(first, first + pageSize - 1)
    .abortSignal(signal);
  // An offset past the last row answers 416. That is an empty page, not a failure.
  if (answer.status === 416) return { items: [], total: answer.count ?? first };
  const { data, count } = successOf(answer);
  return { items: data.map(toBulkAction), total: count ?? data.length };
}

export type BulkAction = Awaited<ReturnType<typeof listBulkActions>>['items'][number];

/** A page of the bulk actions of the last 30 days, newest first. Admins only. */
export const bulkActionsQueryOptions = (state: BulkActionState) =>
  queryOptions({
    // A part of the audit log, and refetched with it.
    queryKey: keys.auditLog.list({ bulk: state }),
    queryFn: ({ signal }) => listBulkActions(state, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
