import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import { cachesOfPost } from '../refresh-posts.ts';
import type { Post } from '../shown-post.ts';

async function unhidePost({ id, hiddenAt }: Pick<Post, 'id' | 'hiddenAt'>) {
  dataOf(await supabase.rpc('unhide_post', { post_id: id, hidden_at: hiddenAt ?? undefined }));
}

/** Unhides a post, as an admin only if it is still hidden as shown, then refreshes all queries that show it. */
export const useUnhidePost = () => useWrite(unhidePost, ({ id }) => cachesOfPost(id));
