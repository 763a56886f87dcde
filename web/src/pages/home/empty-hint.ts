import type { Language } from '@/shared/i18n/language.ts';
import { hasFilters, type SearchFilters } from '@/shared/search/search-state.ts';

/** Why the feed is empty and what would help. A search term takes precedence over filters. */
export function emptyHint(query: string, filters: SearchFilters, { t }: Language): string {
  if (query) return t('No results for "{term}" - try a different search term', { term: query });
  if (hasFilters(filters)) return t('Try adjusting your filters to see more posts');
  return t('Be the first to create a post!');
}
