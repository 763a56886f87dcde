import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import type { PostSearch } from '@/shared/search/use-post-search.ts';
import { EmptyFeed } from './empty-feed.tsx';

afterEach(() => vi.unstubAllGlobals());

/** "office chair" has no posts and "chair" two, none of which is in the category. */
function stubServer() {
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input);
    const asked = url.pathname.split('/').at(-1);
    if (asked === 'search_hints') return Response.json([{ corrected: null, fewer: 'chair' }]);
    if (asked !== 'count_posts') return Response.json([]);
    const isWhole = url.search.includes('office');
    return Response.json(isWhole || url.search.includes('industrial') ? 0 : 2);
  });
}

const nothing = () => {};

function open() {
  const search: PostSearch = {
    input: 'office chair',
    query: 'office chair',
    filters: { country: '', categories: ['industrial'] },
    page: 1,
    setInput: nothing,
    submit: nothing,
    setPage: nothing,
    setCountry: nothing,
    setCategories: nothing,
    setMore: nothing,
    clear: nothing,
  };
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <EmptyFeed search={search} onCreate={nothing} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('filters that hide the posts of fewer words too are cleared by a button with their number', async () => {
  stubServer();
  open();
  const clear = await screen.findByRole('link', { name: 'Clear filters: 2 requests' });
  expect(clear.dataset['variant']).toBe('filled');
  // The state of an empty list, not the line above results.
  expect(screen.getByRole('heading', { name: 'No posts found' }).dataset['size']).toBe('h4');
});

test('the number without filters does not wait for hints that fail', async () => {
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input);
    if (url.pathname.endsWith('/search_hints')) return new Response('{}', { status: 503 });
    return Response.json(url.pathname.endsWith('/count_posts') && !url.search.includes('industrial') ? 3 : 0);
  });
  open();
  expect(await screen.findByRole('link', { name: 'Clear filters: 3 requests' })).toBeDefined();
});
