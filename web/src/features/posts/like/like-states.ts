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

/** Batches the requests of all cards on a page into one. Caching is left to React Query. */
export const likeStates = new DataLoader(listLikeStates, { cache: false, maxBatchSize: 100 });
