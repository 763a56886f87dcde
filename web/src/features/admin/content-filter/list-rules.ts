import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { contentRuleSchema } from '@domain/content-filter.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { pageTotal } from '@/shared/backend/page-total.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import type { RulesState, StoredRule } from './rules-table.ts';

/** A page of rules. Admins only. */
export async function listRules({ page, pageSize, sort, order, q, filters }: RulesState, signal?: AbortSignal) {
  const request = supabase.rpc('list_content_rules', {
    search: q || undefined,
    kind: filters.kind || undefined,
    action: filters.action || undefined,
    is_enabled: filters.enabled ? filters.enabled !== 'no' : undefined,
    is_trial: filters.enabled && filters.enabled !== 'no' ? filters.enabled === 'trial' : undefined,
    sort,
    sort_order: order,
    page,
    page_size: pageSize,
  });
  const data = dataOf(await (signal ? request.abortSignal(signal) : request));
  const items = data.map(
    ({ is_case_sensitive, is_enabled, stopped_share, trial_since, updated_at, id, hits, ...rule }): StoredRule => ({
      ...contentRuleSchema.parse({
        ...rule,
        isCaseSensitive: is_case_sensitive,
        isEnabled: is_enabled,
        isTrial: Boolean(trial_since),
      }),
      id,
      hits,
      trialSince: trial_since,
      stoppedShare: stopped_share,
      updatedAt: updated_at,
    }),
  );
  return { items, total: pageTotal(data, { page, pageSize }) };
}

/** A page of rules with their hits of the last 30 days. */
export const rulesQueryOptions = (state: RulesState) =>
  queryOptions({
    queryKey: keys.contentFilter.rules(state),
    queryFn: ({ signal }) => listRules(state, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
