import { useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { OWN_POST_COLUMNS, postRow, REQUIREMENT_COLUMNS } from '@rows/post-row.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { isStoredAs } from '@/shared/backend/is-stored-as.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { changedMeanwhile } from '@/shared/errors/changed-meanwhile.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { postDocumentsQueryOptions } from '../detail/list-post-documents.ts';
import { mergeDocuments, type SentPost } from './post-values.ts';
import { refresh } from '@/shared/backend/refresh.ts';
import { postListKeys } from '../refresh-posts.ts';
import { setPostDocuments } from './set-post-documents.ts';

type ChangedPost = SentPost & { id: number };

async function updatePost({ id, post, requirements }: ChangedPost, readAt: string | undefined) {
  const row = postRow({ ...post, requirements });
  const own = supabase.from('posts').update(row).eq('id', id);
  const data = dataOf(
    await (readAt ? own.eq('updated_at', readAt) : own).select('id, title, updated_at').maybeSingle(),
  );
  return data ?? storedAlready(id, row);
}

/**
 * The post, if no row was changed because this repeats an update whose answer was lost. Throws an AppError if another
 * device or tab has saved the post since the form read it, or if the post is gone.
 */
async function storedAlready(id: number, row: ReturnType<typeof postRow>) {
  const columns = `${OWN_POST_COLUMNS}, ${REQUIREMENT_COLUMNS}` as const;
  const post = dataOf(await supabase.from('posts').select(columns).eq('id', id).maybeSingle());
  if (!post) throw new AppError(msg('Post not found'), { kind: 'not-found', status: 404 });
  if (!isStoredAs(post, row)) throw changedMeanwhile();
  return post;
}

/** Saves an own post that nobody has changed since it was read, then refreshes it and the lists. */
export function useUpdatePost() {
  const queryClient = useQueryClient();
  // A repeat, after the post was stored and its documents were not, is on the post as it has stored it.
  const stored = useRef(new Map<string, string>());
  return useMutation({
    mutationFn: async (sent: ChangedPost) => {
      const { id, documents, read } = sent;
      const data = await updatePost(sent, read && (stored.current.get(read.at) ?? read.at));
      if (read) stored.current.set(read.at, data.updated_at);
      if (documents) {
        const present = await queryClient.fetchQuery({ ...postDocumentsQueryOptions(id), staleTime: 0 });
        await setPostDocuments(id, mergeDocuments(documents, read?.documents ?? [], present));
      }
      return data;
    },
    onSettled: (_post, _error, { id }) =>
      refresh(queryClient, [...postListKeys, keys.posts.detail(id), keys.posts.documents(id)]),
  });
}
