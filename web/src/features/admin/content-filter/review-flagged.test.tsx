import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { useReviewFlagged } from './review-flagged.ts';

const bodySchema = z.object({ hit_ids: z.array(z.number()) });

afterEach(() => vi.unstubAllGlobals());

test('all of 150 flagged texts are marked as reviewed, no more than 100 with a request', async () => {
  const parts: number[][] = [];
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    parts.push(bodySchema.parse(JSON.parse(String(init?.body))).hit_ids);
    return new Response(null, { status: 204 });
  });
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useReviewFlagged(), { wrapper });
  const ids = Array.from({ length: 150 }, (_, index) => index + 1);
  await act(() => result.current.mutateAsync(ids));
  expect(parts.flat()).toEqual(ids);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(100);
});
