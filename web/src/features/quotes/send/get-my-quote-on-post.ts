import { queryOptions } from '@tanstack/react-query';
import { keys } from '@/shared/backend/query-keys.ts';
import { loadCode } from '@/shared/lazy/load-code.ts';

// Not needed by guests, who have no quotes.
const load = () => import('./my-quotes.ts');

/** The latest quote of the signed-in user on a post, or null. */
export const myQuoteOnPostQueryOptions = (userId: number, postId: number) =>
  queryOptions({
    queryKey: keys.quotes.mineOnPost(postId),
    queryFn: async () => (await loadCode(load)).myQuotes.load({ userId, postId }),
  });
