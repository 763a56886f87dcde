import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import type { PostSearch } from '@/shared/search/use-post-search.ts';
import { EmptyFeed } from './empty-feed.tsx';

afterEach(() => vi.unstubAllGlobals());

/** "office chair" has no posts and "chair" two: both in furniture, one in education, none in industrial. */
function stubServer() {
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input);
    const asked = url.pathname.split('/').at(-1);
    if (asked === 'search_hints') return Response.json([{ corrected: null, fewer: 'chair' }]);
    if (asked !== 'count_posts') return Response.json([]);
    if (['office', 'industrial'].some((part) => url.search.includes(part))) return Response.json(0);
    return Response.json(url.search.includes('education') ? 1 : 2);
  });
}

const nothing = () => {};

function open(category: string) {
  const search: PostSearch = {
    input: 'office chair',
    query: 'office chair',
    filters: { country: '', categories: [category] },
    page: 1,
    setInput: nothing,
    submit: nothing,
    setPage: nothing,
    setCountry: nothing,
    setCategories: nothing,
    setMore: nothing,
    clear: nothing,
  };
  const client = createQueryClient();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <EmptyFeed search={search} onCreate={nothing} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return client;
}

test('filters that hide the posts of fewer words too are cleared by a button with their number', async () => {
  stubServer();
  open('industrial');
  const clear = await screen.findByRole('link', { name: 'Clear filters: 2 requests' });
  expect(clear.dataset['variant']).toBe('filled');
  // The state of an empty list, not the line above results.
  expect(screen.getByRole('heading', { name: 'No posts found' }).dataset['size']).toBe('h4');
});

test('a category with all posts of fewer words is cleared by a quiet button', async () => {
  stubServer();
  const client = open('furniture');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'No posts found' }).dataset['size']).toBe('sm'));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.getByRole('link', { name: 'Clear filters' }).dataset['variant']).toBe('default');
});

test('a category with some posts of fewer words is cleared by a button with the number of all', async () => {
  stubServer();
  open('education');
  expect(await screen.findByRole('link', { name: 'Clear filters: 2 requests' })).toBeDefined();
});

test('the number without filters does not wait for hints that fail', async () => {
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input);
    if (url.pathname.endsWith('/search_hints')) return new Response('{}', { status: 503 });
    return Response.json(url.pathname.endsWith('/count_posts') && !url.search.includes('industrial') ? 3 : 0);
  });
  open('industrial');
  expect(await screen.findByRole('link', { name: 'Clear filters: 3 requests' })).toBeDefined();
});
