import type { QueryClient } from '@tanstack/react-query';
import { keys } from '@/shared/backend/query-keys.ts';
import { refresh } from '@/shared/backend/refresh.ts';

/** Refreshes all queries that show reviews or ratings: lists, bars, tooltips, and the suppliers of quotes. */
export async function refreshReviews(queryClient: QueryClient): Promise<void> {
  const shown = [keys.reviews.all, keys.ratings.all, keys.quotes.all, keys.posts.allQuotes];
  await refresh(queryClient, shown);
}
