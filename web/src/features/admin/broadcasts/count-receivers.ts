import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

export type Audience = { audience: string; audienceValues: string[] };

async function countReceivers({ audience, audienceValues }: Audience, signal: AbortSignal): Promise<number> {
  return dataOf(
    await supabase.rpc('count_broadcast_receivers', { audience, audience_values: audienceValues }).abortSignal(signal),
  );
}

/** The current size of an audience. Admins only. */
export const receiversQueryOptions = (audience: Audience) =>
  queryOptions({
    queryKey: keys.broadcasts.receivers(audience),
    queryFn: ({ signal }) => countReceivers(audience, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
