import type { QueryKey } from '@tanstack/react-query';
import { keys } from '@/shared/backend/query-keys.ts';

/**
 * Query keys of everything that lists or counts posts: all pages of the feed with totals and filter counts, similar
 * posts, own posts, a user's posts, and an owner's post count.
 */
export const postListKeys: QueryKey[] = [
  keys.posts.lists,
  keys.posts.totals,
  keys.posts.facets,
  keys.posts.similars,
  keys.posts.mine,
  keys.posts.ofUsers,
  keys.users.profiles,
];

/** Query keys that change with the visibility of one post. */
export function cachesOfPost(postId: number): QueryKey[] {
  return [
    ...postListKeys,
    keys.posts.quotes(postId),
    keys.quotes.received,
    keys.quotes.mine,
    keys.posts.detail(postId),
    keys.posts.moderated,
  ];
}
