import { MutationCache, QueryClient } from '@tanstack/react-query';
import { isRefusal } from '@/shared/errors/app-error.ts';

const STALE_MS = 5 * 60_000;
const CACHE_MS = 10 * 60_000;
const RETRIES = 1;

/**
 * A query client with our defaults: fresh 5 minutes, kept 10, one retry (also for mutations:
 * docs/decisions.md#every-write-can-be-repeated), no refetch on focus, no polling.
 * @param onFailedWrite called for each write that failed for good
 */
export function createQueryClient(onFailedWrite?: (error: Error) => void): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({ onError: onFailedWrite }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        gcTime: CACHE_MS,
        retry: RETRIES,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        // Failed queries recover when the network is back.
        refetchOnReconnect: (query) => query.state.status === 'error',
        // Offline requests must fail at once instead of pausing silently.
        networkMode: 'always',
      },
      mutations: { retry: RETRIES, networkMode: 'always' },
    },
  });
}

/**
 * Retry rule of sign-in and quote submission. A 4xx is not retried, because a 429 must show at once and a wrong password
 * must not count twice; everything else is retried once.
 */
export function retryUnlessRefused(failureCount: number, error: Error): boolean {
  return !isRefusal(error) && failureCount < RETRIES;
}
