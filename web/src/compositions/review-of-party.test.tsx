import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { myReviewOfQueryOptions } from '@/features/reviews/write/get-my-review-of.ts';
import type { Review } from '@/features/reviews/shown-review.ts';
import type { Quote } from '@/features/quotes/facts/shown-quote.ts';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { ReviewOfParty } from './review-of-party.tsx';

vi.mock('@/features/reviews/write/review-button.tsx', () => ({
  ReviewButton: () => <button type="button">Review</button>,
}));

afterEach(() => vi.unstubAllGlobals());

const { queryKey } = myReviewOfQueryOptions(8, 7);
const written = { id: 1 } as Review;

/** Whether the review is offered beside a quote, with what is known of it; undefined where that could not be loaded. */
async function isOffered(status: Quote['status'], review: Review | null | undefined): Promise<boolean> {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false, staleTime: Infinity } });
  client.setQueryData(queryKey, review);
  const { unmount } = render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <ReviewOfParty
          quote={{ status, changedAt: '2026-11-30T08:00:00Z', deliveryTime: '5 days' } as Quote}
          userId={7}
          other={{ id: 8, username: 'bob' }}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await vi.waitFor(() => expect(client.getQueryState(queryKey)?.status).not.toBe('pending'));
  const isShown = screen.queryByRole('button') !== null;
  unmount();
  return isShown;
}

test('beside a quote that is no deal a review is offered unless it is known to be written', async () => {
  expect(await isOffered('declined', written)).toBe(false);
  expect(await isOffered('declined', null)).toBe(true);
  expect(await isOffered('declined', undefined)).toBe(true);
});
