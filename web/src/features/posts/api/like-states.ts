import DataLoader from 'dataloader';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';

async function listLikeStates(postIds: readonly number[]) {
  const data = dataOf(
    await supabase
      .from('post_likes')
      .select('post_id')
      .in('post_id', [...postIds])
      .range(0, postIds.length - 1),
  );
  const liked = new Set(data.map(({ post_id }) => post_id));
  return postIds.map((postId) => ({ hasLiked: liked.has(postId) }));
}

/** The cards of a page ask at the same moment: one request answers them all. React Query is the cache. */
export const likeStates = new DataLoader(listLikeStates, { cache: false, maxBatchSize: 100 });
