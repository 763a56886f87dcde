import { useMutation, useQueryClient } from '@tanstack/react-query';
import { postRow } from '@rows/post-row.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { msg } from '@/shared/i18n/msg.ts';
import type { SentPost } from './post-values.ts';
import { postListKeys, refresh } from '../refresh-posts.ts';
import { setPostDocuments } from './set-post-documents.ts';

type ChangedPost = SentPost & { id: number };

async function updatePost({ id, post, requirements, documents }: ChangedPost) {
  const data = dataOf(
    await supabase
      .from('posts')
      .update(postRow({ ...post, requirements }))
      .eq('id', id)
      .select('id, title')
      .maybeSingle(),
  );
  if (!data) throw new AppError(msg('Post not found'), { kind: 'not-found', status: 404 });
  await setPostDocuments(id, documents);
  return data;
}

/** Saves an own post, then refreshes it and the lists. */
export function useUpdatePost() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: updatePost,
    onSuccess: ({ id }) => refresh(queryClient, [...postListKeys, keys.posts.detail(id), keys.posts.documents(id)]),
  });
}
