import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { statsWithStockSchema, type Stats } from '@domain/stats.ts';
import { successOf } from '@/shared/backend/data-of.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { msg } from '@/shared/i18n/msg.ts';
import type { DayRange } from './stats-range.ts';

async function getStats({ from, to }: DayRange, signal: AbortSignal): Promise<Stats> {
  const { data, status } = successOf(
    await supabase.rpc('admin_stats', { from_day: from, to_day: to }).abortSignal(signal),
  );
  const parsed = statsWithStockSchema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new AppError(msg('The server gave an unexpected answer'), { kind: 'server', status, cause: parsed.error });
}

/** Statistics of a range of UTC days. Admins only. */
export const statsQueryOptions = (range: DayRange) =>
  queryOptions({
    queryKey: keys.stats.range(range.from, range.to),
    queryFn: ({ signal }) => getStats(range, signal),
    placeholderData: keepPreviousData,
    // Every visit counts again.
    staleTime: 0,
  });
