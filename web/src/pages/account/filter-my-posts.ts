import { fold } from '@domain/fold.ts';

export const POST_SHOWS = ['all', 'visible', 'hidden'] as const;
export type PostShow = (typeof POST_SHOWS)[number];

export const MY_POSTS_PER_PAGE = 10;

/** Filters posts by visibility and by text in the title. */
export function filterMyPosts<Post extends { title: string; isHidden: boolean }>(
  posts: readonly Post[],
  { show, search }: { show: PostShow; search: string },
): Post[] {
  const text = fold(search.trim());
  return posts.filter(
    (post) => (show === 'all' || post.isHidden === (show === 'hidden')) && fold(post.title).includes(text),
  );
}
