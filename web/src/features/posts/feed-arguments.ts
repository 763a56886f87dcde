import { POSTS_PER_PAGE } from '@domain/limits.ts';
import type { PostListKey } from '@/shared/backend/query-keys.ts';

export type PostFilters = Omit<PostListKey, 'page' | 'sort'>;

/** What narrows the feed, as `count_posts` takes it. */
export function filterArguments({ query, country, categories, unquoted }: PostFilters) {
  return {
    search: query || undefined,
    country: country || undefined,
    categories: categories.length > 0 ? [...categories] : undefined,
    unquoted,
  };
}

/** One page of the feed, as `list_posts` takes it. */
export const listArguments = ({ page, sort, ...filters }: PostListKey) => ({
  ...filterArguments(filters),
  page,
  page_size: POSTS_PER_PAGE,
  sort,
});
