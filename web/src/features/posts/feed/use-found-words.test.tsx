import type { PropsWithChildren } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { useFoundWords } from './use-found-words.ts';

afterEach(() => vi.unstubAllGlobals());

test('fewer words are known from filter to filter, until a filter has posts with all of them', async () => {
  // "office chair" has posts in no category but energy.
  vi.stubGlobal('fetch', async (input: string) => {
    if (input.includes('search_hints')) return Response.json([{ corrected: null, fewer: 'chair' }]);
    return Response.json(input.includes('energy') ? 1 : 0);
  });
  const client = createQueryClient();
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const seen: (string | null)[] = [];
  const { rerender, result } = renderHook(
    ({ categories }: { categories: string[] }) => {
      const words = useFoundWords({ query: 'office chair', country: '', categories, page: 1 });
      seen.push(words);
      return words;
    },
    { wrapper, initialProps: { categories: [] as string[] } },
  );
  await waitFor(() => expect(result.current).toBe('chair'));
  seen.length = 0;
  rerender({ categories: ['industrial'] });
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(new Set(seen)).toEqual(new Set(['chair']));
  rerender({ categories: ['energy'] });
  await waitFor(() => expect(result.current).toBe('office chair'));
});
