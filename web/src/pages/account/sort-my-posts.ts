import type { Post } from '@/features/posts/shown-post.ts';
import type { SortOrder } from '@/shared/ui/data-table/table-state.ts';

export const MY_POST_SORTS = ['posted', 'request', 'quotes', 'unread', 'likes'] as const;
export type MyPostSort = (typeof MY_POST_SORTS)[number];

type Sortable = Pick<Post, 'id' | 'title' | 'quoteCount' | 'likes'>;

/** Sorts posts; ties are sorted newest first. */
export function sortMyPosts<Item extends Sortable>(
  posts: readonly Item[],
  { sort, order }: { sort: MyPostSort; order: SortOrder },
  unreadOf: (postId: number) => number,
): Item[] {
  const compare: Record<MyPostSort, (a: Item, b: Item) => number> = {
    posted: (a, b) => a.id - b.id,
    request: (a, b) => a.title.localeCompare(b.title),
    quotes: (a, b) => a.quoteCount - b.quoteCount,
    unread: (a, b) => unreadOf(a.id) - unreadOf(b.id),
    likes: (a, b) => a.likes - b.likes,
  };
  const direction = order === 'asc' ? 1 : -1;
  return [...posts].sort((a, b) => direction * compare[sort](a, b) || b.id - a.id);
}
