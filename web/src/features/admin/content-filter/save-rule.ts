import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ContentRule, contentRuleRow } from '@domain/content-filter.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function saveRule({ id, rule }: { id: number | null; rule: ContentRule }): Promise<number> {
  return dataOf(await supabase.rpc('save_content_rule', { rule_id: id ?? 0, rule: contentRuleRow(rule) }));
}

/** Updates a rule, or creates one without an id, then refreshes the list. A refusal names the field. */
export function useSaveRule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: saveRule,
    retry: retryUnlessRefused,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.contentFilter.all }),
  });
}
