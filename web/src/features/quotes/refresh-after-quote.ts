import type { QueryClient } from '@tanstack/react-query';
import { NOTIFICATIONS_REFETCH_AFTER_QUOTE_MS } from '@domain/limits.ts';
import { keys } from '@/shared/backend/query-keys.ts';

/**
 * Makes everything fresh that a sent quote changes (§7): the quotes of the post, all posts, the user's posts, the quotes
 * on them, the user's own quotes, the post and the notifications; those are fetched again 200 and 500 ms later, because
 * the server may write them a moment after its answer. Resolves when the screen is up to date.
 */
export async function refreshAfterQuote(queryClient: QueryClient, postId: number): Promise<void> {
  for (const wait of NOTIFICATIONS_REFETCH_AFTER_QUOTE_MS) {
    setTimeout(() => void queryClient.refetchQueries({ queryKey: keys.notifications.all }), wait);
  }
  const changed = [
    keys.posts.quotes(postId),
    keys.posts.lists,
    keys.posts.totals,
    keys.posts.similars,
    keys.posts.mine,
    keys.quotes.received,
    keys.quotes.mine,
    keys.posts.detail(postId),
    keys.notifications.all,
  ];
  await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
