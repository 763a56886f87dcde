import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { QUOTES_FROM_START } from './quote-table.ts';
import { QuoteList } from './quote-list.tsx';

const NONE = 'You have not sent any quotes yet';

/** Shows the sent quotes of somebody whose last read, a while ago, brought none. */
function show(answer: Response) {
  vi.stubGlobal('fetch', () => Promise.resolve(answer));
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  const queryKey = keys.quotes.mineList(QUOTES_FROM_START);
  client.setQueryData(queryKey, { items: [], total: 0, page: 1 }, { updatedAt: 1 });
  client.setQueryData(keys.quotes.mineCount, 5);
  const nothing = () => undefined;
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <QuoteList
            side="sent"
            userId={7}
            messages={{ unreadOf: () => 0, onMessage: nothing }}
            state={QUOTES_FROM_START}
            onChange={nothing}
            onOpen={nothing}
            highlightedId={null}
          />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return client;
}

afterEach(() => vi.unstubAllGlobals());

test('an empty list of quotes that cannot be read again shows the error', async () => {
  show(Response.json({ message: 'Down' }, { status: 500 }));
  expect(await screen.findByText('Failed to load quotes')).toBeTruthy();
  expect(screen.queryByText(NONE)).toBeNull();
});

test('the tab counts the quotes of the list that was read last', async () => {
  const client = show(Response.json([], { headers: { 'Content-Range': '*/0' } }));
  await vi.waitFor(() => expect(client.getQueryData(keys.quotes.mineCount)).toBe(0));
});
