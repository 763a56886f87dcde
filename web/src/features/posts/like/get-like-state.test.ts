// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { likeStateQueryOptions } from './get-like-state.ts';

afterEach(() => vi.unstubAllGlobals());

describe('like states', () => {
  test('[A547] like states are kept 5 minutes', () => {
    expect(likeStateQueryOptions(1)).toMatchObject({ staleTime: 300_000, gcTime: 300_000 });
  });

  test('like states of all cards of a page come in one request', async () => {
    const fetch = vi.fn(async () => Response.json([{ post_id: 2 }]));
    vi.stubGlobal('fetch', fetch);
    const client = createQueryClient();
    const states = await Promise.all([1, 2, 3].map((id) => client.fetchQuery(likeStateQueryOptions(id))));
    expect(states).toEqual([{ hasLiked: false }, { hasLiked: true }, { hasLiked: false }]);
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
