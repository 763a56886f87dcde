import { useMutation } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import type { SentPost } from './post-values.ts';

/** Replaces the documents of an own post, or keeps them if null. Idempotent. Throws an AppError. */
export async function setPostDocuments(postId: number, documents: SentPost['documents']): Promise<void> {
  if (documents === null) return;
  dataOf(
    await supabase.rpc('set_post_documents', {
      post_id: postId,
      documents: documents.map(({ path, name }) => ({ path, name })),
    }),
  );
}

/** Stores the documents of a new post. */
export const useSetPostDocuments = () =>
  useMutation({
    mutationFn: ({ id, documents }: { id: number } & Pick<SentPost, 'documents'>) => setPostDocuments(id, documents),
  });
