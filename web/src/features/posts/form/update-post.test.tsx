import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { requirementsSchema } from '@domain/requirements-schema.ts';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { useUpdatePost } from './update-post.ts';

const document = { path: '7/drawing.pdf', name: 'drawing.pdf' };
const sent = {
  id: 17,
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
  requirements: requirementsSchema.parse({ quoteDeadline: '2026-12-24T17:00:00.000Z' }),
  documents: [document],
  read: { at: '2026-11-30T08:00:00Z', documents: [] },
};
const stored = {
  id: 17,
  title: 'Steel tubes',
  description: '40 tons',
  category: 'industrial',
  country: 'vn',
  area: null,
  delivery_address: 'Hai Phong',
  port: null,
  images: [],
  quantity: null,
  unit: null,
  target_price: null,
  target_currency: null,
  needed_by: null,
  quote_deadline: '2026-12-24T17:00:00+00:00',
  incoterm: null,
  updated_at: '2026-11-30T09:00:00Z',
};

/** An update whose first answer is lost on the way, of a post that is `present` afterwards. */
function setUp(present: object | null) {
  let patches = 0;
  const fetch = vi.fn(async (address: string | URL, init?: RequestInit) => {
    const { pathname } = new URL(address);
    if (init?.method === 'PATCH') {
      patches += 1;
      if (patches === 1) throw new TypeError('Failed to fetch');
      return Response.json([]);
    }
    if (pathname.endsWith('/posts')) return Response.json(present ? [present] : []);
    if (pathname.endsWith('/rpc/set_post_documents')) return new Response(null, { status: 204 });
    return Response.json([]);
  });
  vi.stubGlobal('fetch', fetch);
  const client = createQueryClient();
  client.setDefaultOptions({ mutations: { ...client.getDefaultOptions().mutations, retryDelay: 0 } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useUpdatePost(), { wrapper });
  const documentsAreStored = () =>
    fetch.mock.calls.some(([address]) => String(address).endsWith('/rpc/set_post_documents'));
  return { update: () => act(() => result.current.mutateAsync(sent)), documentsAreStored };
}

afterEach(() => vi.unstubAllGlobals());

test('an update whose answer was lost succeeds when it is repeated, and stores the documents', async () => {
  const { update, documentsAreStored } = setUp(stored);
  await expect(update()).resolves.toMatchObject({ id: 17, updated_at: stored.updated_at });
  expect(documentsAreStored()).toBe(true);
});

test('an update of a post that somebody else has changed is refused', async () => {
  const { update, documentsAreStored } = setUp({ ...stored, title: 'Copper tubes' });
  await expect(update()).rejects.toThrow('Somebody else has just changed this');
  expect(documentsAreStored()).toBe(false);
});

test('an update of a post that is gone says so', async () => {
  await expect(setUp(null).update()).rejects.toThrow('Post not found');
});
