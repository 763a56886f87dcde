import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { refresh } from '@/shared/backend/refresh.ts';

async function deleteRule(id: number): Promise<void> {
  const answer = await supabase.rpc('delete_content_rule', { rule_id: id });
  // A rule that is already gone counts as deleted.
  if (answer.error?.code !== 'PT404') dataOf(answer);
}

/** Deletes a rule; its findings stay listed. */
export function useDeleteRule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteRule,
    onSuccess: () => refresh(queryClient, [keys.contentFilter.all]),
  });
}
