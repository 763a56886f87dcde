import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { likeStateQueryOptions } from '@/features/posts/api/get-like-state.ts';
import type { Post } from '@/features/posts/post.ts';
import { loadCode } from '@/shared/lazy/load-code.ts';
import { useViewer } from '@/shared/session/viewer.tsx';

// It comes with the note on a card that says when its viewer quoted.
const loadMyQuotes = () => import('@/features/quotes/api/get-my-quote-on-post.ts');

/**
 * Reads into the cache what the cards of these posts show of the person who looks at them: the likes in one request and the quotes in
 * another, although the cards that ask for them are drawn two at a time. What fails is asked for again where it is shown.
 */
export function useOwnStates(posts: readonly Post[] | undefined): void {
  const queryClient = useQueryClient();
  const { viewer } = useViewer();
  useEffect(() => {
    if (!viewer || !posts) return;
    for (const { id } of posts) void queryClient.prefetchQuery(likeStateQueryOptions(id));
    void loadCode(loadMyQuotes).then(
      ({ myQuoteOnPostQueryOptions }) => {
        for (const { id } of posts) void queryClient.prefetchQuery(myQuoteOnPostQueryOptions(viewer.id, id));
      },
      () => {},
    );
  }, [posts, viewer, queryClient]);
}
