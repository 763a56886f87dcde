import { MutationCache, QueryClient } from '@tanstack/react-query';
import { isRefusal } from '@/shared/errors/app-error.ts';

const STALE_MS = 5 * 60_000;
const CACHE_MS = 10 * 60_000;
const RETRIES = 1;

/**
 * A query client with defaults: fresh 5 minutes, kept 10, one retry (also for mutations: docs/decisions.md#every-write-can-be-repeated),
 * no refetch on focus, no polling.
 * `onFailedWrite` hears of each write that failed in the end.
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
        // What could not be read comes by itself when the network is back.
        refetchOnReconnect: (query) => query.state.status === 'error',
        // Being offline must show as a failure at once instead of a request that waits silently.
        networkMode: 'always',
      },
      mutations: { retry: RETRIES, networkMode: 'always' },
    },
  });
}

/**
 * Retry rule of sign-in, registration and quote submission: a 4xx is final, because a 429 must show at once and
 * a wrong password must not count twice; everything else has the one retry.
 */
export function retryUnlessRefused(failureCount: number, error: Error): boolean {
  return !isRefusal(error) && failureCount < RETRIES;
}
