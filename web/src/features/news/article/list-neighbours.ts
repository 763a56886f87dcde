import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function listNeighbours(id: number, signal: AbortSignal) {
  const data = dataOf(await supabase.rpc('news_neighbours', { news_id: id }).abortSignal(signal));
  const to = (direction: string) => data.find((row) => row.direction === direction) ?? null;
  return { previous: to('previous'), next: to('next') };
}

/** The news items published just before and after one; null where there is none. */
export const neighboursQueryOptions = (id: number) =>
  queryOptions({
    queryKey: keys.news.neighbours(id),
    queryFn: ({ signal }) => listNeighbours(id, signal),
  });
