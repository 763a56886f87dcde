import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { EVENT_COLUMNS, toQuoteEvent } from './quote-event.ts';

/** Maximum number of history steps; older ones are left out. */
const EVENTS_MAX = 100;

async function listQuoteEvents(quoteId: number, signal: AbortSignal) {
  const rows = dataOf(
    await supabase
      .from('quote_events')
      .select(EVENT_COLUMNS)
      .eq('quote_id', quoteId)
      .order('id', { ascending: false })
      .limit(EVENTS_MAX)
      .abortSignal(signal),
  );
  return rows.map(toQuoteEvent);
}

/** The history of a quote for its two parties, newest step first. */
export const quoteEventsQueryOptions = (quoteId: number) =>
  queryOptions({
    queryKey: keys.quotes.events(quoteId),
    queryFn: ({ signal }) => listQuoteEvents(quoteId, signal),
    staleTime: 0,
  });
