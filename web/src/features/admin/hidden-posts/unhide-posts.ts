import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useModeration } from '@/shared/backend/use-moderation.ts';

async function unhidePosts({ ids, note }: { ids: number[]; note: string }): Promise<number> {
  return dataOf(
    await supabase.rpc('unhide_posts', {
      post_ids: ids,
      note: note || undefined,
    }),
  );
}

/** Makes up to 50 hidden posts visible again, with a note to their owners. Resolves to how many were still hidden. None is an error, so a repeat after a lost answer would be refused: no retry. */
export const useUnhidePosts = () => useModeration(unhidePosts, false);
