import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useModeration } from '@/shared/backend/use-moderation.ts';
import { hidingsOf, type ShownHiding } from './hidings-of.ts';

async function unhidePosts({ posts, note }: { posts: readonly ShownHiding[]; note: string }): Promise<number> {
  return dataOf(await supabase.rpc('unhide_posts', { ...hidingsOf(posts), note: note || undefined }));
}

/** Makes up to 50 hidden posts visible again, with a note to their owners. Resolves to how many were still hidden as they were shown. None is an error, so a repeat after a lost answer would be refused: no retry. */
export const useUnhidePosts = () => useModeration(unhidePosts, false);
