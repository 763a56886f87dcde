import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { afterEntry, contentRuleRow, rulePreviewSchema, type ContentRule } from '@domain/content-filter.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { busy } from './busy.ts';

async function previewRule(id: number | null, rule: ContentRule, signal: AbortSignal) {
  const args = { rule_id: id ?? 0, rule: contentRuleRow(rule) };
  return rulePreviewSchema.parse(
    await afterEntry(async () => dataOf(await supabase.rpc('preview_content_rule', args).abortSignal(signal)), busy),
  );
}

/** Hits of a rule in recent texts; sends no request without a rule. */
export const previewQueryOptions = (id: number | null, rule: ContentRule | null) =>
  queryOptions({
    queryKey: keys.contentFilter.preview(id, rule),
    queryFn: rule ? ({ signal }) => previewRule(id, rule, signal) : undefined,
    enabled: rule !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
