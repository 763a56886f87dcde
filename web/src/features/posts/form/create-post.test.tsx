import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { requirementsSchema } from '@domain/requirements-schema.ts';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { newClientId } from '@/shared/form/send-once.ts';
import { useCreatePost } from './create-post.ts';

const newPost = {
  userId: 7,
  clientId: newClientId(),
  post: {
    title: 'Steel tubes',
    description: '40 tons',
    category: 'industrial' as const,
    country: 'vn',
    area: null,
    deliveryAddress: 'Hai Phong',
    port: null,
    images: [],
  },
  requirements: requirementsSchema.parse({}),
};
const stored = { id: 17, title: 'Steel tubes' };

function setUp(...answers: Response[]) {
  const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
  for (const answer of answers) fetch.mockResolvedValueOnce(answer);
  vi.stubGlobal('fetch', fetch);
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useCreatePost(), { wrapper });
  return { client, fetch, create: () => act(() => result.current.mutateAsync(newPost)) };
}

beforeEach(() => {
  window.gtag = vi.fn();
});
afterEach(() => {
  vi.unstubAllGlobals();
  delete window.gtag;
});

describe('creating a post', () => {
  test('[A470] creating a post sends the event "post_created"', async () => {
    await setUp(Response.json(stored, { status: 201 })).create();
    expect(window.gtag).toHaveBeenCalledWith('event', 'post_created', {});
  });

  test('[A568] creating a post reports the conversion', async () => {
    await setUp(Response.json(stored, { status: 201 })).create();
    expect(window.gtag).toHaveBeenCalledWith('event', 'conversion', {
      send_to: 'post_creation',
      value: 1,
      currency: 'VND',
    });
  });

  test('creating a post returns the first one when it was stored already', async () => {
    const { create, fetch } = setUp(
      Response.json({ code: '23505', message: 'duplicate key' }, { status: 409 }),
      Response.json(stored),
    );
    await expect(create()).resolves.toEqual(stored);
    expect(String(fetch.mock.calls[1]?.[0])).toContain(`client_id=eq.${newPost.clientId}`);
  });

  test('creating a post marks the lists of posts and the user’s posts as stale', async () => {
    const { client, create } = setUp(Response.json(stored, { status: 201 }));
    client.setQueryData(keys.posts.list({ query: '', country: '', categories: [], page: 1 }), []);
    client.setQueryData(keys.posts.mine, []);
    await create();
    const outdated = client.getQueryCache().findAll({ predicate: (query) => query.state.isInvalidated });
    expect(outdated).toHaveLength(2);
  });
});
