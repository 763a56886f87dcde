import type { QueryKey } from '@tanstack/react-query';
import { keys } from '@/shared/backend/query-keys.ts';

/** Query keys of everything that shows reviews or ratings: lists, bars, tooltips, and the suppliers of quotes. */
export const reviewKeys: readonly QueryKey[] = [
  keys.reviews.all,
  keys.ratings.all,
  keys.quotes.all,
  keys.posts.allQuotes,
];
