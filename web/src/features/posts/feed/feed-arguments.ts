import { POSTS_PER_PAGE } from '@domain/limits.ts';
import type { PostListKey } from '@/shared/backend/query-keys.ts';

/** Filter arguments of `count_posts`: those of a list, whatever its page and order. */
export function filterArguments({ query, country, categories, page: _page, sort: _sort, ...more }: PostListKey) {
  return {
    search: query || undefined,
    country: country || undefined,
    categories: categories.length > 0 ? [...categories] : undefined,
    ...more,
  };
}

/** Arguments of `list_posts` for one page of the feed. Relevance is newest first where nothing is searched. */
export const listArguments = (list: PostListKey) => ({
  ...filterArguments(list),
  page: list.page,
  page_size: POSTS_PER_PAGE,
  sort: list.sort ?? 'relevance',
});
