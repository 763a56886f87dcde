import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useDeletion } from '@/shared/backend/use-deletion.ts';

async function deleteRule(id: number): Promise<void> {
  dataOf(await supabase.rpc('delete_content_rule', { rule_id: id }));
}

/** Deletes a rule; its findings stay listed. */
export const useDeleteRule = () => useDeletion(deleteRule, [keys.contentFilter.all]);
