// @vitest-environment jsdom
import { skipToken } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { searchHitsQueryOptions } from './list-search-hits.ts';

afterEach(() => vi.unstubAllGlobals());

const asked = { search: 'rice', country: undefined, categories: undefined, open: true };

test('the hits of a search are read with the same filters, and count as totals', async () => {
  const fetch = vi.fn(async (_url: string) => Response.json([{ country: 'de', category: 'food' }]));
  vi.stubGlobal('fetch', fetch);
  const hits = await createQueryClient().fetchQuery(searchHitsQueryOptions(asked, 1));
  expect(Object.fromEntries(new URL(fetch.mock.calls[0]?.[0] ?? '').searchParams)).toEqual({
    search: 'rice',
    open: 'true',
    page_size: '100',
    select: 'country,category',
    order: 'search.asc',
  });
  expect(hits).toEqual([{ country: 'de', category: 'food', visible_count: 1 }]);
});

test.each([undefined, 0, 101, 1001])('nothing is asked of a search with %s hits', (total) => {
  expect(searchHitsQueryOptions(asked, total).queryFn).toBe(skipToken);
  expect(searchHitsQueryOptions(asked, 100).queryFn).not.toBe(skipToken);
});
