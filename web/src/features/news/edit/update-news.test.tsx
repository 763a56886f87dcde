import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { useUpdateNews } from './update-news.ts';

const news = {
  type: 'event' as const,
  title: 'Trade fair',
  summary: '',
  body: 'Hall 3',
  images: [],
  eventStart: '2026-12-01T08:00:00.000Z',
  eventEnd: null,
  eventZone: 'Asia/Ho_Chi_Minh',
  location: 'Hanoi',
  externalUrl: null,
  isPinned: false,
  status: 'published' as const,
};
const stored = {
  id: 3,
  type: 'event',
  title: 'Trade fair',
  summary: '',
  body: 'Hall 3',
  images: [],
  event_start: '2026-12-01T08:00:00+00:00',
  event_end: null,
  event_zone: 'Asia/Ho_Chi_Minh',
  location: 'Hanoi',
  external_url: null,
  is_pinned: false,
  status: 'published',
};

/** Updates an item that has another date than the one that was read, and is `present`. */
function update(present: object | null) {
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) =>
    Response.json(init?.method === 'PATCH' || !present ? [] : [present]),
  );
  const client = createQueryClient();
  client.setDefaultOptions({ mutations: { retry: false } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useUpdateNews(), { wrapper });
  return act(() => result.current.mutateAsync({ id: 3, news, readAt: '2026-11-30T08:00:00Z' }));
}

afterEach(() => vi.unstubAllGlobals());

test('an update of a news item that repeats one whose answer was lost succeeds', async () => {
  await expect(update(stored)).resolves.toBeUndefined();
});

test('an update of a news item that somebody else has changed is refused', async () => {
  await expect(update({ ...stored, location: 'Hue' })).rejects.toThrow('Somebody else has just changed this');
});
