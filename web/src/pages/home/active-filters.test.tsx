import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { PostSearchInputContext } from '@/shared/search/search-input.ts';
import { usePostSearch } from '@/shared/search/use-post-search.ts';
import { ActiveFilters } from './active-filters.tsx';

function Filters() {
  const { pathname, search } = useLocation();
  return (
    <>
      <ActiveFilters search={usePostSearch()} hasClear onRemove={() => {}} />
      <output>{pathname + search}</output>
    </>
  );
}

const open = (address: string) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
        <MemoryRouter initialEntries={[address]}>
          <PostSearchInputContext value={{ input: '', setInput: () => {} }}>
            <Filters />
          </PostSearchInputContext>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
const names = () => screen.getAllByRole('link').map((link) => link.textContent);
const address = () => screen.getByRole('status').textContent;

test('[A737] filters for time are shown and removed one by one, and all at once', async () => {
  const user = userEvent.setup();
  open('/?q=steel&open=1&closing=1&posted=30&sort=closing&page=2');
  expect(names()).toEqual(['“steel”', 'Open only', 'Closing within 1 day', 'Posted within 30 days', 'Clear filters']);
  await user.click(screen.getByRole('link', { name: 'Remove Open only' }));
  expect(address()).toBe('/?q=steel&closing=1&posted=30&sort=closing');
  await user.click(screen.getByRole('link', { name: 'Remove Closing within 1 day' }));
  expect(address()).toBe('/?q=steel&posted=30&sort=closing');
  await user.click(screen.getByRole('link', { name: 'Clear filters' }));
  expect(address()).toBe('/?q=steel');
});

test('[A737] an address with other values shows no filter', () => {
  open('/?q=steel&open=yes&closing=0&posted=many');
  expect(names()).toEqual(['“steel”']);
});
