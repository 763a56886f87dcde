// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import type { MoreFilters } from '@/shared/search/search-state.ts';
import { postsQueryOptions, postsTotalQueryOptions } from './list-posts.ts';

afterEach(() => vi.unstubAllGlobals());

/** What the page sends for this query, to the list and to the total: in the address, or else in the body. */
async function sentFor(query: string, more: MoreFilters = {}, categories: string[] = []): Promise<unknown[]> {
  const fetch = vi.fn(async (url: string, _init: RequestInit) =>
    Response.json(url.includes('/rpc/list_posts') ? [] : 0),
  );
  vi.stubGlobal('fetch', fetch);
  const filters = { query, country: '', categories, page: 1, ...more };
  const client = createQueryClient();
  await client.fetchQuery(postsQueryOptions(filters));
  await client.fetchQuery(postsTotalQueryOptions(filters));
  return fetch.mock.calls.map(([url, { body }]) => {
    const { select: _select, order: _order, ...asked } = Object.fromEntries(new URL(url).searchParams);
    return body ? JSON.parse(String(body)) : asked;
  });
}

describe('the list of posts', () => {
  test('[A430] the list of posts without a search sends no search parameter and no filters', async () => {
    expect(await sentFor('')).toEqual([{ page: '1', page_size: '10', sort: 'relevance' }, {}]);
  });

  test('the list of posts sends the filter for unquoted posts and another order only when chosen', async () => {
    expect(await sentFor('', { unquoted: true, sort: 'fewest_quotes' })).toEqual([
      { unquoted: 'true', page: '1', page_size: '10', sort: 'fewest_quotes' },
      { unquoted: 'true' },
    ]);
  });

  test('[A737] the list and the total of posts have the same filters for time', async () => {
    const more = { open: true, closing: 7, posted: 30 };
    const sent = { open: 'true', closing: '7', posted: '30' };
    expect(await sentFor('', { ...more, sort: 'closing' })).toEqual([
      { ...sent, page: '1', page_size: '10', sort: 'closing' },
      sent,
    ]);
  });

  test('a search is sorted by relevance unless another order is chosen', async () => {
    for (const [more, sort] of [
      [{}, 'relevance'],
      [{ sort: 'newest' }, 'newest'],
      [{ sort: 'fewest_quotes' }, 'fewest_quotes'],
    ] as const)
      expect(await sentFor('steel', more)).toEqual([
        { search: 'steel', page: '1', page_size: '10', sort },
        { search: 'steel' },
      ]);
  });

  test('[A756] the list of posts is read by GET, with several categories as one list', async () => {
    expect(await sentFor('tấm thép 4 mm', {}, ['metals', 'tools'])).toEqual([
      { search: 'tấm thép 4 mm', categories: '{metals,tools}', page: '1', page_size: '10', sort: 'relevance' },
      { search: 'tấm thép 4 mm', categories: '{metals,tools}' },
    ]);
  });

  test.each(['in.stock', 'not.painted', 'eq.5', 'fts(en).x', 'a,b', '{x}', 'say "x"', 'back\\slash'])(
    'a search that an address would change is read by POST: %s',
    async (query) => {
      const asked = await sentFor(query);
      expect(asked).toEqual([{ search: query, page: 1, page_size: 10, sort: 'relevance' }, { search: query }]);
      expect(await sentFor('', {}, [query])).toMatchObject([{ categories: [query] }, { categories: [query] }]);
    },
  );
});
