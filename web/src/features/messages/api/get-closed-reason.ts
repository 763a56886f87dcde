import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

/** Why nobody can write on a quote any more, as a sentence of the server; null while it is open. */
export const closedReasonQueryOptions = (quoteId: number) =>
  queryOptions({
    queryKey: keys.messages.closedReason(quoteId),
    queryFn: async ({ signal }): Promise<string | null> => {
      return dataOf(await supabase.rpc('conversation_closed_reason', { quote_id: quoteId }).abortSignal(signal));
    },
    staleTime: 0,
  });
