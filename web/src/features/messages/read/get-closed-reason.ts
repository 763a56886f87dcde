import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

/** Why the conversation on a quote is closed, in the server's words; null while it is open. */
export const closedReasonQueryOptions = (quoteId: number) =>
  queryOptions({
    queryKey: keys.messages.closedReason(quoteId),
    queryFn: async ({ signal }): Promise<string | null> => {
      return dataOf(await supabase.rpc('conversation_closed_reason', { quote_id: quoteId }).abortSignal(signal));
    },
    staleTime: 0,
  });
