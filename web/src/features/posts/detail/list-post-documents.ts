import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';

async function listPostDocuments(postId: number, signal: AbortSignal) {
  const data = dataOf(
    await supabase
      .from('post_attachments')
      .select('path, name, size_bytes')
      .eq('post_id', postId)
      .order('id')
      .abortSignal(signal),
  );
  return data.map(({ path, name, size_bytes }) => ({ path, name, sizeBytes: size_bytes }));
}

/** The documents of a request, for signed-in users who can see it. Throws an AppError. */
export const postDocumentsQueryOptions = (postId: number) =>
  queryOptions({
    queryKey: keys.posts.documents(postId),
    queryFn: ({ signal }) => listPostDocuments(postId, signal),
  });
