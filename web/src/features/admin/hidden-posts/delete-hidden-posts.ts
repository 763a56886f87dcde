import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useModeration } from '@/shared/backend/use-moderation.ts';
import { hidingsOf, type ShownHiding } from './hidings-of.ts';

async function deleteHiddenPosts({
  posts,
  reason,
}: {
  posts: readonly ShownHiding[];
  reason: string;
}): Promise<number> {
  return dataOf(await supabase.rpc('delete_hidden_posts', { ...hidingsOf(posts), reason }));
}

/** Deletes up to 50 hidden posts and tells their owners the reason. Resolves to how many were still hidden as they were shown. None is an error, so a repeat after a lost answer would be refused: no retry. */
export const useDeleteHiddenPosts = () => useModeration(deleteHiddenPosts, false);
