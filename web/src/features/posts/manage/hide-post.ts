import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import { cachesOfPost } from '../refresh-posts.ts';

type Hiding = { id: number; /** Not sent by cards, which hide at once. */ reason?: string };

async function hidePost({ id, reason }: Hiding) {
  dataOf(await supabase.rpc('hide_post', { post_id: id, reason }));
}

/** Hides a post, an own one or, as an admin, for a violation. Then refreshes all queries that show it. */
export const useHidePost = () => useWrite(hidePost, ({ id }) => cachesOfPost(id));
