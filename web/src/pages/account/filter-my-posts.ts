import { fold } from '@domain/fold.ts';

/** "asked" posts have open questions, "closing" ones close within a week: `account_desk` in the database says which. */
export const POST_SHOWS = ['all', 'visible', 'hidden', 'asked', 'closing'] as const;
export type PostShow = (typeof POST_SHOWS)[number];

export const MY_POSTS_PER_PAGE = 10;

/**
 * Filters posts by what is shown and by text in the title.
 * @param desk ids of the posts that wait for the user
 */
export function filterMyPosts<Post extends { id: number; title: string; isHidden: boolean }>(
  posts: readonly Post[],
  { show, search }: { show: PostShow; search: string },
  desk: { askedPostIds: readonly number[]; closingPostIds: readonly number[] },
): Post[] {
  const text = fold(search.trim());
  const isShown: Record<PostShow, (post: Post) => boolean> = {
    all: () => true,
    visible: (post) => !post.isHidden,
    hidden: (post) => post.isHidden,
    asked: (post) => desk.askedPostIds.includes(post.id),
    closing: (post) => desk.closingPostIds.includes(post.id),
  };
  return posts.filter((post) => isShown[show](post) && fold(post.title).includes(text));
}
