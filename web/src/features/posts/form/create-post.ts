import { useMutation, useQueryClient } from '@tanstack/react-query';
import { postRow } from '@rows/post-row.ts';
import { trackConversion, trackEvent } from '@/shared/visit/analytics.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import type { ClientId } from '@/shared/form/send-once.ts';
import type { SentPost } from './post-values.ts';
import { refresh } from '@/shared/backend/refresh.ts';
import { postListKeys } from '../refresh-posts.ts';

type NewPost = Omit<SentPost, 'documents'> & { userId: number; clientId: ClientId };

const UNIQUE_VIOLATION = '23505';

async function createPost({ userId, clientId, post, requirements }: NewPost) {
  const created = await supabase
    .from('posts')
    .insert({ ...postRow({ ...post, requirements }), client_id: clientId })
    .select('id, title')
    .single();
  if (created.error?.code !== UNIQUE_VIOLATION) return dataOf(created);
  // A repeat after a lost answer returns the row that is already there.
  return dataOf(
    await supabase.from('posts').select('id, title').eq('user_id', userId).eq('client_id', clientId).single(),
  );
}

/** Creates a post. Idempotent per client id. Then refreshes the lists of posts. */
export function useCreatePost() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: createPost,
    onSuccess: () => {
      trackEvent('post_created');
      trackConversion('post_creation');
    },
    onSettled: () => refresh(queryClient, postListKeys),
  });
}
