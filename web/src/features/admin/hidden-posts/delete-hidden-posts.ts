import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useModeration } from '@/shared/backend/use-moderation.ts';

async function deleteHiddenPosts({ ids, reason }: { ids: number[]; reason: string }): Promise<number> {
  return dataOf(await supabase.rpc('delete_hidden_posts', { post_ids: ids, reason }));
}

/** Deletes up to 50 hidden posts and tells their owners the reason. Resolves to how many were still hidden. None is an error, so a repeat after a lost answer would be refused: no retry. */
export const useDeleteHiddenPosts = () => useModeration(deleteHiddenPosts, false);
