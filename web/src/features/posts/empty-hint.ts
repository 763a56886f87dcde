import { hasFilters, type SearchFilters } from '@/shared/search/search-state.ts';

/** Why the feed is empty and what helps; a search term comes before filters. */
export function emptyHint(query: string, filters: SearchFilters): string {
  if (query) return `No results for "${query}" - try a different search term`;
  if (hasFilters(filters)) return 'Try adjusting your filters to see more posts';
  return 'Be the first to create a post!';
}
