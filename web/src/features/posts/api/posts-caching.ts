import { AppError, toAppError } from '@/shared/errors/app-error.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { retryDelay } from '@/shared/backend/retry-delay.ts';
import { ENGLISH } from '@/shared/i18n/english.ts';

const STALE_MS = 5 * 60_000;
const CACHE_MS = 10 * 60_000;
const RETRIES = 2;

/** Why a load of posts failed, in English as it would arrive. */
export function postsLoadError(error: unknown, status: number, statusText: string): AppError {
  const { kind, code, details, message } = toAppError(error, status, statusText);
  // Without an answer there is no status text, and HTTP/2 has none at all.
  const reason = statusText || (status === 0 ? msg('No connection') : message);
  return new AppError(ENGLISH.t('Failed to fetch posts: {status} {reasonText}', { status, reasonText: reason }), {
    kind,
    status,
    code,
    details,
    cause: error,
  });
}

/** Whether a failed load of posts is tried again: twice, but never when the message contains a "4" (docs/decisions.md#failed-loads-of-posts). */
export function shouldRetryPosts(failureCount: number, error: Error): boolean {
  return failureCount < RETRIES && !error.message.includes('4');
}

/** How lists of posts are cached: fresh 5 minutes, kept 10, no refetch on focus or mount. */
export const postsCaching = {
  staleTime: STALE_MS,
  gcTime: CACHE_MS,
  refetchOnWindowFocus: false,
  // A change made on another page of the site must still show; age alone is no reason.
  refetchOnMount: (query: { state: { isInvalidated: boolean } }) => query.state.isInvalidated,
  retry: shouldRetryPosts,
  retryDelay,
};
