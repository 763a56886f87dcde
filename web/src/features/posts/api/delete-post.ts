import { useMutation, useQueryClient } from '@tanstack/react-query';
import { removeImages } from '@/shared/uploads/api/remove-files.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { msg } from '@/shared/i18n/msg.ts';
import type { Post } from '../post.ts';
import { cachesOfPost, refresh } from './refresh-posts.ts';

type Doomed = Pick<Post, 'id' | 'images'>;

/** No row was deleted: fine when the post is gone (a repeat whose first answer got lost), a refusal when it is still there. */
async function assertGone(id: number): Promise<void> {
  const data = dataOf(await supabase.from('posts').select('id').eq('id', id).maybeSingle());
  if (data) throw new AppError(msg('You are not allowed to delete this post'), { kind: 'forbidden', status: 403 });
}

async function deletePost({ id, images }: Doomed) {
  const data = dataOf(await supabase.from('posts').delete().eq('id', id).select('id').maybeSingle());
  if (!data) await assertGone(id);
  await removeImages('post-images', images);
}

/** Deletes an own post for good, with its images. Afterwards everything that shows the post is fresh. */
export function useDeletePost() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deletePost,
    onSuccess: (_, { id }) => refresh(queryClient, cachesOfPost(id)),
  });
}
