import { useMutation, useQueryClient } from '@tanstack/react-query';
import { afterEntry, type ContentRule, contentRuleRow } from '@domain/content-filter.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

type SavedRule = { id: number | null; rule: ContentRule; /** That it finds much is meant. */ isConfirmed: boolean };

async function saveRule({ id, rule, isConfirmed }: SavedRule): Promise<number> {
  const args = { rule_id: id ?? 0, rule: contentRuleRow(rule), is_confirmed: isConfirmed };
  return afterEntry(async () => dataOf(await supabase.rpc('save_content_rule', args)));
}

/** Updates a rule, or creates one without an id, then refreshes the list. A refusal names the field, or asks to confirm. */
export function useSaveRule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: saveRule,
    retry: retryUnlessRefused,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.contentFilter.all }),
  });
}
