import type { ReactNode } from 'react';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useDeletePost } from './delete-post.ts';
import { useHidePost } from './hide-post.ts';
import { useUnhidePost } from './unhide-post.ts';

const POST = 17;
const six = [
  keys.posts.list({ query: 'steel', country: '', categories: [], page: 2 }),
  keys.posts.mine,
  keys.posts.quotes(POST),
  keys.quotes.mine,
  keys.posts.detail(POST),
  keys.posts.moderated,
];
const other = keys.posts.detail(99);

function setUp(answer: Response) {
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(answer));
  const client = createQueryClient();
  for (const key of [...six, other]) client.setQueryData(key, []);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { client, wrapper };
}

function expectSixOutdated(client: QueryClient): void {
  const isOutdated = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
  expect(six.map(isOutdated)).toEqual(six.map(() => true));
  expect(isOutdated(other)).toBe(false);
}

afterEach(() => vi.unstubAllGlobals());

describe('the six caches of a post', () => {
  test('the six caches of a post are stale after it was hidden', async () => {
    const { client, wrapper } = setUp(new Response(null, { status: 204 }));
    const { result } = renderHook(() => useHidePost(), { wrapper });
    await act(() => result.current.mutateAsync({ id: POST }));
    expectSixOutdated(client);
  });

  test('the six caches of a post are stale after it was unhidden', async () => {
    const { client, wrapper } = setUp(new Response(null, { status: 204 }));
    const { result } = renderHook(() => useUnhidePost(), { wrapper });
    await act(() => result.current.mutateAsync({ id: POST, hiddenAt: null }));
    expectSixOutdated(client);
  });

  test('the six caches of a post are stale after it was deleted', async () => {
    const { client, wrapper } = setUp(Response.json([{ id: POST }]));
    const { result } = renderHook(() => useDeletePost(), { wrapper });
    await act(() => result.current.mutateAsync({ id: POST, images: [] }));
    expectSixOutdated(client);
  });
});
