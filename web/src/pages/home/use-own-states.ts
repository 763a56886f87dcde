import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { likeStateQueryOptions } from '@/features/posts/like/get-like-state.ts';
import type { Post } from '@/features/posts/shown-post.ts';
import { myQuoteOnPostQueryOptions } from '@/features/quotes/send/get-my-quote-on-post.ts';
import { useViewer } from '@/shared/session/viewer.tsx';

/**
 * Prefetches the viewer's likes and quotes for these posts in one request each, although the cards render two at a
 * time. Failed requests are repeated where their data is shown.
 */
export function useOwnStates(posts: readonly Post[] | undefined): void {
  const queryClient = useQueryClient();
  const { viewer } = useViewer();
  useEffect(() => {
    if (!viewer || !posts) return;
    for (const { id } of posts) {
      void queryClient.prefetchQuery(likeStateQueryOptions(id));
      void queryClient.prefetchQuery(myQuoteOnPostQueryOptions(viewer.id, id));
    }
  }, [posts, viewer, queryClient]);
}
