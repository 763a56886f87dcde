import { AppError, toAppError } from '@/shared/errors/app-error.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { retryDelay } from '@/shared/backend/retry-delay.ts';
import { ENGLISH } from '@/shared/i18n/english.ts';

const STALE_MS = 5 * 60_000;
const CACHE_MS = 10 * 60_000;
const RETRIES = 2;

/** The AppError for a failed load of posts, with its message in English as from the server. */
export function postsLoadError(error: unknown, status: number, statusText: string): AppError {
  const { kind, code, details, message } = toAppError(error, status, statusText);
  // Empty without an answer, and in HTTP/2.
  const reason = statusText || (status === 0 ? msg('No connection') : message);
  return new AppError(ENGLISH.t('Failed to fetch posts: {status} {reasonText}', { status, reasonText: reason }), {
    kind,
    status,
    code,
    details,
    cause: error,
  });
}

/**
 * Whether to retry a failed load of posts: twice, but never if the message contains a "4"
 * (docs/decisions.md#failed-loads-of-posts).
 */
export function shouldRetryPosts(failureCount: number, error: Error): boolean {
  return failureCount < RETRIES && !error.message.includes('4');
}

/** Cache policy of post lists: fresh 5 minutes, kept 10, no refetch on focus or mount. */
export const postsCaching = {
  staleTime: STALE_MS,
  gcTime: CACHE_MS,
  refetchOnWindowFocus: false,
  // An invalidated list must refetch on mount; a list that is merely stale need not.
  refetchOnMount: (query: { state: { isInvalidated: boolean } }) => query.state.isInvalidated,
  retry: shouldRetryPosts,
  retryDelay,
};
