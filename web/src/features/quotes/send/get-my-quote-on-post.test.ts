// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { myQuoteOnPostQueryOptions } from './get-my-quote-on-post.ts';

afterEach(() => vi.unstubAllGlobals());

test('the own quotes on all cards of a page come in one request, the newest of each post', async () => {
  const fetch = vi.fn(async () =>
    Response.json([
      {
        id: 9,
        post_id: 2,
        created_at: '2026-11-20T10:00:00Z',
        revised_at: null,
        status: 'pending',
        valid_until: '2026-12-20',
        price_text: '1,380,000',
        currency: 'VND',
        post: { is_hidden: false, closed_at: null, quote_deadline: '2026-12-01T00:00:00Z' },
      },
      {
        id: 4,
        post_id: 2,
        created_at: '2026-11-10T10:00:00Z',
        revised_at: null,
        status: 'declined',
        valid_until: null,
        price_text: '52/piece',
        currency: 'EUR',
        post: null,
      },
    ]),
  );
  vi.stubGlobal('fetch', fetch);
  const client = createQueryClient();
  const quotes = await Promise.all([1, 2, 3].map((id) => client.fetchQuery(myQuoteOnPostQueryOptions(7, id))));
  expect(quotes).toEqual([
    null,
    {
      id: 9,
      createdAt: '2026-11-20T10:00:00Z',
      revisedAt: null,
      status: 'pending',
      validUntil: '2026-12-20',
      price: '1,380,000',
      currency: 'VND',
      postId: 2,
      post: { isHidden: false, closedAt: null, quoteDeadline: '2026-12-01T00:00:00Z' },
    },
    null,
  ]);
  expect(fetch).toHaveBeenCalledTimes(1);
});
