import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useSetPostLike } from './set-post-like.ts';

const POST = 17;

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['again', { id: POST, likes: 1 }],
  ['for the first time', undefined],
])('a post that was being read %s when its like went shows the number from after it', async (_, known) => {
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(Response.json(0)));
  const client = createQueryClient();
  let answerLate = () => {};
  const late = new Promise((resolve) => {
    answerLate = () => resolve({ id: POST, likes: 1 });
  });
  const read = vi.fn().mockReturnValueOnce(late).mockResolvedValue({ id: POST, likes: 0 });
  const queryKey = keys.posts.detail(POST);
  client.setQueryData(queryKey, known);
  const reading = client.fetchQuery({ queryKey, queryFn: read, staleTime: 0 }).catch(() => undefined);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useSetPostLike(POST), { wrapper });
  await act(() => result.current({ hasLiked: false, likes: 1 }));
  answerLate();
  await reading;
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(client.getQueryData(queryKey)).toEqual({ id: POST, likes: 0 });
});
