import {
  POSTS_CACHE_MS,
  POSTS_RETRIES,
  POSTS_STALE_MS,
  RETRY_DELAY_FIRST_MS,
  RETRY_DELAY_MAX_MS,
} from '@domain/limits.ts';
import { AppError, toAppError } from '@/shared/errors/app-error.ts';

/** Why a load of posts failed, as "Failed to fetch posts: {status} {statusText}". */
export function postsLoadError(error: unknown, status: number, statusText: string): AppError {
  const { kind, code, details, message } = toAppError(error, status, statusText);
  // Without an answer there is no status text, and HTTP/2 has none at all.
  const reason = statusText || (status === 0 ? 'No connection' : message);
  return new AppError(`Failed to fetch posts: ${status} ${reason}`, { kind, status, code, details, cause: error });
}

/** Whether a failed load of posts is tried again: twice, but never when the message contains a "4" (docs/decisions.md#failed-loads-of-posts). */
export function shouldRetryPosts(failureCount: number, error: Error): boolean {
  return failureCount < POSTS_RETRIES && !error.message.includes('4');
}

/** Milliseconds before retry number `attempt`, counted from 0: 1 s, doubling, at most 30 s. */
export function postsRetryDelay(attempt: number): number {
  return Math.min(RETRY_DELAY_FIRST_MS * 2 ** attempt, RETRY_DELAY_MAX_MS);
}

/** How lists of posts are cached: fresh 5 minutes, kept 10, no refetch on focus or mount. */
export const postsCaching = {
  staleTime: POSTS_STALE_MS,
  gcTime: POSTS_CACHE_MS,
  refetchOnWindowFocus: false,
  // A change made on another page of the site must still show; age alone is no reason.
  refetchOnMount: (query: { state: { isInvalidated: boolean } }) => query.state.isInvalidated,
  retry: shouldRetryPosts,
  retryDelay: postsRetryDelay,
};
