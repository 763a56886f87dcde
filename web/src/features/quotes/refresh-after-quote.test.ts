import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keys } from '@/shared/backend/query-keys.ts';
import { refreshAfterQuote } from './refresh-after-quote.ts';

const POST_ID = 17;
const firstPage = { query: '', country: '', categories: [], page: 1 };

let queryClient: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  queryClient = new QueryClient();
});

afterEach(() => {
  vi.useRealTimers();
});

async function isInvalidated(queryKey: QueryKey): Promise<boolean> {
  queryClient.setQueryData(queryKey, 'cached');
  await refreshAfterQuote(queryClient, POST_ID);
  return queryClient.getQueryState(queryKey)?.isInvalidated ?? false;
}

describe('refreshAfterQuote', () => {
  test.each([
    ['the quotes of that post [A461]', keys.posts.quotes(POST_ID)],
    ['the posts [A462]', keys.posts.list(firstPage)],
    ["the user's posts [A463]", keys.posts.mine],
    ["the quotes on the user's posts [A464]", keys.quotes.receivedList({ page: 1 })],
    ["the user's own quotes [A465]", keys.quotes.mineList({ page: 1 })],
    ['that post [A466]', keys.posts.detail(POST_ID)],
    ['the notifications [A467]', keys.notifications.list],
  ])('invalidates the cache of %s', async (_, queryKey) => {
    await expect(isInvalidated(queryKey)).resolves.toBe(true);
  });

  test('leaves other caches alone', async () => {
    await expect(isInvalidated(keys.posts.detail(POST_ID + 1))).resolves.toBe(false);
    await expect(isInvalidated(keys.ratings.user(1))).resolves.toBe(false);
  });

  test('fetches the notifications again after 200 ms and after 500 ms [A468]', async () => {
    const fetchNotifications = vi.fn(() => Promise.resolve([]));
    await queryClient.prefetchQuery({ queryKey: keys.notifications.list, queryFn: fetchNotifications });
    await refreshAfterQuote(queryClient, POST_ID);
    fetchNotifications.mockClear();

    await vi.advanceTimersByTimeAsync(199);
    expect(fetchNotifications).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetchNotifications).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(299);
    expect(fetchNotifications).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetchNotifications).toHaveBeenCalledTimes(2);
  });
});
