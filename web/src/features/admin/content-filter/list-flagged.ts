import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { pageTotal } from '@/shared/backend/page-total.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function listFlagged(page: number, pageSize: number, signal: AbortSignal) {
  const data = dataOf(await supabase.rpc('list_flagged_content', { page, page_size: pageSize }).abortSignal(signal));
  return { items: data, total: pageTotal(data, { page, pageSize }) };
}

export type FlaggedText = Awaited<ReturnType<typeof listFlagged>>['items'][number];

/** A page of flagged texts that await review, newest first. Admins only. */
export const flaggedQueryOptions = ({ page, pageSize }: { page: number; pageSize: number }) =>
  queryOptions({
    queryKey: keys.contentFilter.flagged(page, pageSize),
    queryFn: ({ signal }) => listFlagged(page, pageSize, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
