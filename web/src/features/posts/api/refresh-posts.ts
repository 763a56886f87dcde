import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { keys } from '@/shared/backend/query-keys.ts';

/** The caches that list or count posts: every page of the feed with its totals and filter counts, similar posts, the user's own, those of a person, the number of an owner. */
export const postListKeys: QueryKey[] = [
  keys.posts.lists,
  keys.posts.totals,
  keys.posts.facets,
  keys.posts.similars,
  keys.posts.mine,
  keys.posts.ofUsers,
  keys.users.profiles,
];

/** The caches that change with the visibility of one post. */
export function cachesOfPost(postId: number): QueryKey[] {
  return [
    ...postListKeys,
    keys.posts.quotes(postId),
    keys.quotes.received,
    keys.quotes.mine,
    keys.posts.detail(postId),
    keys.posts.hidden,
  ];
}

/** Refetches what is on the screen of these caches and marks the rest; resolves when the screen is up to date. */
export async function refresh(queryClient: QueryClient, queryKeys: QueryKey[]): Promise<void> {
  await Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
