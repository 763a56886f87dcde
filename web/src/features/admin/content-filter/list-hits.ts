import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { hitActionSchema } from '@domain/content-filter.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { pageTotal } from '@/shared/backend/page-total.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

/** The list ends with this many hits. */
const HITS_MAX = 10_000;

type HitOptions = { action: string; ruleId: number | null; page: number; pageSize: number };

async function listHits({ action, ruleId, page, pageSize }: HitOptions, signal: AbortSignal) {
  const args = { action: action || undefined, rule_id: ruleId ?? undefined, page, page_size: pageSize };
  const data = dataOf(await supabase.rpc('list_content_hits', args).abortSignal(signal));
  const total = pageTotal(data, { page, pageSize });
  return {
    items: data.map((hit) => ({ ...hit, action: hitActionSchema.parse(hit.action) })),
    total: Math.min(total, HITS_MAX),
    isCapped: total > HITS_MAX,
  };
}

export type ContentHit = Awaited<ReturnType<typeof listHits>>['items'][number];

/** A page of the hits of the last 30 days, newest first. Admins only. */
export const hitsQueryOptions = (options: HitOptions) =>
  queryOptions({
    queryKey: keys.contentFilter.hits(options),
    queryFn: ({ signal }) => listHits(options, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
