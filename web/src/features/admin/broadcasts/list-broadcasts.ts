import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { pageTotal } from '@/shared/backend/page-total.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import type { BroadcastState } from './broadcast-table.ts';

const WATCH_MS = 5_000;

async function listBroadcasts({ page, pageSize, sort, order, q, filters }: BroadcastState, signal: AbortSignal) {
  const data = dataOf(
    await supabase
      .rpc('list_broadcasts', {
        page,
        page_size: pageSize,
        only_status: filters.status || undefined,
        q: q || undefined,
        sort,
        sort_order: order,
      })
      .abortSignal(signal),
  );
  return { items: data, total: pageTotal(data, { page, pageSize }) };
}

export type Broadcast = Awaited<ReturnType<typeof listBroadcasts>>['items'][number];

/** A page of broadcasts, newest first; polls while one is being sent. Admins only. */
export const broadcastsQueryOptions = (state: BroadcastState) =>
  queryOptions({
    queryKey: keys.broadcasts.list(state),
    queryFn: ({ signal }) => listBroadcasts(state, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ status }) => status === 'sending') ? WATCH_MS : false,
  });
