import { useQuery } from '@tanstack/react-query';
import type { PostListKey } from '@/shared/backend/query-keys.ts';
import { searchHintsQueryOptions } from './get-search-hints.ts';
import { postsTotalQueryOptions } from './list-posts.ts';

/** The words whose posts the feed shows: those searched, or fewer of them where no post has all; null while unknown. */
export function useFoundWords(list: PostListKey): string | null {
  const isSearch = list.query !== '';
  const count = useQuery({ ...postsTotalQueryOptions(list), enabled: isSearch });
  const hints = useQuery({ ...searchHintsQueryOptions(list.query), enabled: isSearch && count.data === 0 });
  // Also while the count for other filters is on its way.
  if (hints.data?.fewer && !count.data) return hints.data.fewer;
  const isExpected = [count, hints].some(({ isLoading, failureCount }) => isLoading && failureCount === 0);
  return isExpected ? null : list.query;
}
