// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { postsCaching, postsLoadError, shouldRetryPosts } from './posts-caching.ts';
import { postsQueryOptions } from './feed/list-posts.ts';

describe('loading posts', () => {
  test('[A494] loading posts fails with "Failed to fetch posts: {status} {statusText}"', () => {
    expect(postsLoadError({ message: 'boom' }, 500, 'Internal Server Error').message).toBe(
      'Failed to fetch posts: 500 Internal Server Error',
    );
    expect(postsLoadError('', 404, 'Not Found').message).toBe('Failed to fetch posts: 404 Not Found');
  });

  test('the load error of posts has a reason also without a status text', () => {
    expect(postsLoadError({ message: 'upstream is down' }, 503, '').message).toBe(
      'Failed to fetch posts: 503 upstream is down',
    );
    expect(postsLoadError({ message: 'TypeError: Failed to fetch' }, 0, '').message).toBe(
      'Failed to fetch posts: 0 No connection',
    );
  });

  test('loading posts is retried twice, but never when the message contains a 4', () => {
    const failure = (status: number, text: string) => postsLoadError({}, status, text);
    expect([0, 1, 2].map((count) => shouldRetryPosts(count, failure(500, 'Internal Server Error')))).toEqual([
      true,
      true,
      false,
    ]);
    expect(shouldRetryPosts(0, failure(502, 'Bad Gateway'))).toBe(true);
    for (const status of [400, 404, 429, 504]) expect(shouldRetryPosts(0, failure(status, 'Failure'))).toBe(false);
  });

  test('[A498] the retry of loading posts waits 1 s, then twice as long each time, at most 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 20].map(postsCaching.retryDelay)).toEqual([
      1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000,
    ]);
  });

  test('[A542] posts are fresh for 5 minutes and cached for 10 minutes', () => {
    const options = postsQueryOptions({ query: '', country: '', categories: [], page: 1 });
    expect(options).toMatchObject({ staleTime: 300_000, gcTime: 600_000, refetchOnWindowFocus: false });
  });

  test('loading posts refetches on mount only what was invalidated', () => {
    expect(postsCaching.refetchOnMount({ state: { isInvalidated: false } })).toBe(false);
    expect(postsCaching.refetchOnMount({ state: { isInvalidated: true } })).toBe(true);
  });
});
