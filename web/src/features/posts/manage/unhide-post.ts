import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import { cachesOfPost } from '../refresh-posts.ts';

async function unhidePost(id: number) {
  dataOf(await supabase.rpc('unhide_post', { post_id: id }));
}

/** Unhides a post, then refreshes all queries that show it. */
export const useUnhidePost = () => useWrite(unhidePost, (id) => cachesOfPost(id));
