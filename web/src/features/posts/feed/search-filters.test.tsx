import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import type { SearchFilters as Filters } from '@/shared/search/search-state.ts';
import { SearchFilters } from './search-filters.tsx';

type Hit = { country: string; category: string };

/** What the database answers from now on; null never answers, 'failed' fails. */
let answers: { totals: Hit[] | 'failed'; count: number | 'failed'; hits: Hit[] | null | 'failed'; fewer?: string };

const POSTS = [
  { country: 'vn', category: 'industrial' },
  { country: 'de', category: 'energy' },
];
const FOUND = [{ country: 'de', category: 'energy' }];
const NONE: Filters = { country: '', categories: [] };

beforeEach(() => {
  vi.useFakeTimers();
  answers = { totals: POSTS, count: 1, hits: FOUND };
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input);
    const asked = url.pathname.split('/').at(-1);
    const { totals, count, hits, fewer } = answers;
    // Only the fewer words have results.
    if (fewer !== undefined && asked === 'search_hints') return Response.json([{ corrected: null, fewer }]);
    if (fewer !== undefined && asked === 'count_posts')
      return Response.json(url.searchParams.get('search') === fewer ? 1 : 0);
    const answer =
      new Map<string | undefined, typeof totals | typeof count>([
        ['post_totals', totals],
        ['count_posts', count],
      ]).get(asked) ?? hits;
    if (answer === null) return new Promise(() => {});
    if (answer === 'failed') return new Response('{}', { status: 503 });
    return Response.json(Array.isArray(answer) ? answer.map((post) => ({ ...post, visible_count: 1 })) : answer);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function open(query: string, first: Filters = NONE) {
  const client = createQueryClient();
  const nothing = () => {};
  const page = (filters: Filters, asked = query) => (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <SearchFilters
          filters={filters}
          query={asked}
          placeholder={null}
          onCountryChange={nothing}
          onCategoriesChange={nothing}
          onMoreChange={nothing}
          onClear={nothing}
        />
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender } = render(page(first));
  return { show: (filters: Filters, asked?: string) => rerender(page(filters, asked)), client };
}

/** The first categories, or none where they do not show yet. */
const first = () => {
  const boxes = screen.queryAllByRole<HTMLInputElement>('checkbox').filter(({ value }) => value !== 'on');
  const isHidden = boxes[0]?.closest('[class*=unsorted]');
  return isHidden ? [] : boxes.slice(0, 2).map(({ value }) => value);
};

test('what the search found comes first, before what other posts have', async () => {
  open('wind');
  await pass(100);
  expect(first()).toEqual(['energy', 'industrial']);
});

test('filters without numbers do not wait for the hits, and the others no longer than a second', async () => {
  answers.hits = null;
  open('wind');
  await pass(100);
  expect(screen.getByRole('checkbox', { name: 'Open only' })).toBeDefined();
  expect(first()).toEqual([]);
  await pass(1_000);
  expect(first()).toEqual(['industrial', 'energy']);
});

test('hits that come late are counted and move nothing', async () => {
  answers.hits = 'failed';
  const { client } = open('wind');
  await pass(100);
  expect(first()).toEqual(['industrial', 'energy']);
  answers.hits = FOUND;
  await pass(20_000);
  await act(() => client.refetchQueries());
  expect(first()).toEqual(['industrial', 'energy']);
  expect(screen.getByRole('checkbox', { name: 'Energy & Utilities' }).closest('[data-none]')).toBeNull();
  expect(screen.getByRole('checkbox', { name: 'Industrial' }).closest('[data-none]')).not.toBeNull();
});

test.each(['totals', 'count'] as const)('the filters show when the first try to read the %s failed', async (what) => {
  answers[what] = 'failed';
  open('wind');
  await pass(100);
  expect(first()).toHaveLength(2);
});

test('the options of a search that a filter left without results stay where they are without it', async () => {
  answers.count = 0;
  const { show } = open('wind', { country: 'vn', categories: [] });
  await pass(100);
  expect(first()).toEqual(['industrial', 'energy']);
  answers.count = 1;
  show(NONE);
  await pass(2_000);
  expect(first()).toEqual(['industrial', 'energy']);
});

test('the next search has an order of its own', async () => {
  const { show } = open('steel');
  await pass(100);
  expect(first()).toEqual(['energy', 'industrial']);
  answers.hits = [{ country: 'vn', category: 'retail' }];
  show(NONE, 'shelf');
  await pass(100);
  expect(first()).toEqual(['retail', 'industrial']);
});

test('options have the numbers of fewer words where no request has all of them', async () => {
  answers.fewer = 'wind';
  open('office wind');
  await pass(100);
  expect(first()).toEqual(['energy', 'industrial']);
  expect(screen.getByRole('checkbox', { name: 'Industrial' }).closest('[data-none]')).not.toBeNull();
});

test('on a phone the categories without hits of a search are folded', async () => {
  const { matchMedia } = window;
  vi.stubGlobal('matchMedia', (query: string) => ({ ...matchMedia(query), matches: query.includes('max-width') }));
  open('wind');
  await pass(100);
  expect(screen.getByRole('checkbox', { name: 'Energy & Utilities' })).toBeDefined();
  expect(screen.queryByRole('checkbox', { name: 'Industrial' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Show more/ }));
  // They stand before the button.
  const others = screen.getAllByRole<HTMLInputElement>('checkbox').filter(({ value }) => value !== 'energy');
  expect(document.activeElement).toBe(others[0]);
  expect(screen.getByRole('checkbox', { name: 'Industrial' })).toBeDefined();
});

test('a category without hits that is taken back is not folded away below the focus', async () => {
  const { matchMedia } = window;
  vi.stubGlobal('matchMedia', (query: string) => ({ ...matchMedia(query), matches: query.includes('max-width') }));
  const { show } = open('wind', { ...NONE, categories: ['industrial'] });
  await pass(100);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Industrial' }));
  show(NONE);
  await pass(100);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Industrial' }).checked).toBe(false);
  expect(screen.getByRole('button', { name: /^Show more/ })).toBeDefined();
});
