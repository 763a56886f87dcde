import { queryOptions } from '@tanstack/react-query';
import { keys } from '@/shared/backend/query-keys.ts';
import { loadCode } from '@/shared/lazy/load-code.ts';

const CACHE_MS = 5 * 60_000;

// Not needed by guests, who have no likes.
const load = () => import('./like-states.ts');

/** Whether the signed-in user likes a post; fresh for 5 minutes. */
export const likeStateQueryOptions = (postId: number) =>
  queryOptions({
    queryKey: keys.likes.state(postId),
    queryFn: async () => (await loadCode(load)).likeStates.load(postId),
    staleTime: CACHE_MS,
    gcTime: CACHE_MS,
  });
