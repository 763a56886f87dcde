import { removeImages } from '@/shared/uploads/api/remove-files.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { msg } from '@/shared/i18n/msg.ts';
import type { Post } from '../shown-post.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import { cachesOfPost } from '../refresh-posts.ts';

type Doomed = Pick<Post, 'id' | 'images'>;

/**
 * Called when no row was deleted. Fine if the post is gone (a repeat after a lost answer); otherwise it is a refusal.
 */
async function assertGone(id: number): Promise<void> {
  const data = dataOf(await supabase.from('posts').select('id').eq('id', id).maybeSingle());
  if (data) throw new AppError(msg('You are not allowed to delete this post'), { kind: 'forbidden', status: 403 });
}

async function deletePost({ id, images }: Doomed) {
  const data = dataOf(await supabase.from('posts').delete().eq('id', id).select('id').maybeSingle());
  if (!data) await assertGone(id);
  await removeImages('post-images', images);
}

/** Deletes an own post and its images permanently, then refreshes all queries that show it. */
export const useDeletePost = () => useWrite(deletePost, ({ id }) => cachesOfPost(id));
