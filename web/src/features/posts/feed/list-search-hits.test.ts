// @vitest-environment jsdom
import { skipToken } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { searchHitsQueryOptions } from './list-search-hits.ts';

afterEach(() => vi.unstubAllGlobals());

const list = { query: 'rice', country: 'vn', categories: ['retail'], open: true, page: 1 };

/** The hits of a search in a country and a category, and what the page asked. */
async function hitsOf(found: number) {
  const fetch = vi.fn(async (_url: string) =>
    Response.json(Array.from({ length: found }, () => ({ country: 'de', category: 'food' }))),
  );
  vi.stubGlobal('fetch', fetch);
  const hits = await createQueryClient().fetchQuery(searchHitsQueryOptions(list, 1));
  return { hits, asked: Object.fromEntries(new URL(fetch.mock.calls[0]?.[0] ?? '').searchParams) };
}

test('the hits of a search are read in all countries and categories, with the other filters', async () => {
  const { hits, asked } = await hitsOf(2);
  expect(asked).toEqual({
    search: 'rice',
    open: 'true',
    page_size: '100',
    select: 'country,category',
    order: 'search.asc',
  });
  expect(hits).toEqual(Array(2).fill({ country: 'de', category: 'food', visible_count: 1 }));
});

test('a search with more hits than are read has no numbers', async () => {
  expect((await hitsOf(99)).hits).toHaveLength(99);
  expect((await hitsOf(100)).hits).toBeNull();
});

test.each([undefined, 0, 100, 1001])('nothing is asked of a search with %s hits where it is filtered', (total) => {
  expect(searchHitsQueryOptions(list, total).queryFn).toBe(skipToken);
  expect(searchHitsQueryOptions(list, 99).queryFn).not.toBe(skipToken);
});
