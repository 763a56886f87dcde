import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { MyQuoteNotice } from './my-quote-notice.tsx';
import { QuoteWaitNotice } from './quote-wait-notice.tsx';

const SENT = '2026-11-20T10:00:00.000Z';
const quote = {
  id: 3,
  status: 'pending',
  createdAt: SENT,
  validUntil: null,
  price: '1,380,000',
  currency: 'VND',
  postId: 5,
  post: null,
};

/** Shows the notices of the page and of the form to a supplier who has just quoted the request. */
function show(post: { closedAt: string | null; quoteDeadline: string | null }) {
  const client = createQueryClient();
  client.setQueryData(keys.session.user, { id: 7 });
  client.setQueryData(keys.quotes.mineOnPost(5), quote);
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <MyQuoteNotice post={{ id: 5, ...post }} />
          <QuoteWaitNotice id="wait" post={post} quote={quote} days={4} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(screen.getAllByText('You quoted on Nov 20')).toHaveLength(2);
  return ['You can quote again on', 'What you type here is kept'].map((text) =>
    document.body.textContent.includes(text),
  );
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['without a deadline', { closedAt: null, quoteDeadline: null }, true],
  ['whose deadline is after the wait', { closedAt: null, quoteDeadline: '2026-11-25T10:00:01Z' }, true],
  ['whose deadline ends within the wait', { closedAt: null, quoteDeadline: '2026-11-25T10:00:00Z' }, false],
  ['that is closed', { closedAt: SENT, quoteDeadline: null }, false],
])('a next quote is promised as long as the request takes it: a request %s', (_, post, isPromised) => {
  expect(show(post)).toEqual([isPromised, isPromised]);
});

test('the notice of the page has the price beside the status', () => {
  show({ closedAt: null, quoteDeadline: null });
  expect(screen.getByText('1,380,000 VND').nextElementSibling?.textContent).toBe('Request hidden');
});
