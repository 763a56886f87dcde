import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useDeletion } from '@/shared/backend/use-deletion.ts';
import type { StoredRule } from './rules-table.ts';

async function deleteRule({ id, updatedAt }: Pick<StoredRule, 'id' | 'updatedAt'>): Promise<void> {
  dataOf(await supabase.rpc('delete_content_rule', { rule_id: id, expected_updated_at: updatedAt }));
}

/** Deletes a rule that nobody has changed since it was read; its findings stay listed. */
export const useDeleteRule = () => useDeletion(deleteRule, [keys.contentFilter.all]);
