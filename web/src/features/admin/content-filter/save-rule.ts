import { useMutation, useQueryClient } from '@tanstack/react-query';
import { afterEntry, type ContentRule, contentRuleRow } from '@domain/content-filter.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { refresh } from '@/shared/backend/refresh.ts';
import type { StoredRule } from './rules-table.ts';
import { busy } from './busy.ts';

type SavedRule = {
  /** The rule to change, as it was read; undefined creates one. */
  stored: Pick<StoredRule, 'id' | 'updatedAt'> | undefined;
  rule: ContentRule;
  /** That it finds much is meant. */
  isConfirmed: boolean;
};

async function saveRule({ stored, rule, isConfirmed }: SavedRule): Promise<number> {
  const args = {
    rule_id: stored?.id ?? 0,
    rule: contentRuleRow(rule),
    is_confirmed: isConfirmed,
    expected_updated_at: stored?.updatedAt,
  };
  return afterEntry(async () => dataOf(await supabase.rpc('save_content_rule', args)), busy);
}

/** Updates a rule that has not changed since it was read, or creates one without a stored one, then refreshes the list. A refusal names the field, or asks to confirm. */
export function useSaveRule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: saveRule,
    // A repeat after a lost answer would be refused: the rule has changed, or its pattern exists.
    retry: false,
    onSettled: () => refresh(queryClient, [keys.contentFilter.all]),
  });
}
