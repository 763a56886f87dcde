import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { browserZone, digestTimeQueryOptions, useTakeZone } from './digest-time.ts';

afterEach(() => vi.unstubAllGlobals());

/** Takes the zone of the browser on a page that knows of none; answers what it asked and sent. */
async function take(stored: { hour: number; timeZone: string | null }) {
  const calls: unknown[] = [];
  vi.stubGlobal('fetch', async (_: unknown, init: RequestInit) => {
    calls.push(init.method === 'PUT' ? JSON.parse(String(init.body)) : 'read');
    return Response.json(stored);
  });
  const client = createQueryClient();
  client.setQueryData(digestTimeQueryOptions.queryKey, { hour: 7, timeZone: null });
  const { result } = renderHook(() => useTakeZone(), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  result.current();
  await vi.waitFor(() => expect(client.isFetching() + client.isMutating()).toBe(0));
  return calls;
}

test('the first digest takes the time zone of the browser and leaves the hour', async () => {
  expect(await take({ hour: 9, timeZone: null })).toContainEqual({ hour: 9, timeZone: browserZone() });
});

test('a time zone that another device has stored stays', async () => {
  expect(await take({ hour: 20, timeZone: 'Europe/Rome' })).toEqual(['read']);
});
