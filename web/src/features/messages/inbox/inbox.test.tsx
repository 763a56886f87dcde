import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { Inbox } from './inbox.tsx';

const conversation = {
  quote_id: 5,
  post_title: 'Steel tubes',
  username: 'bob',
  avatar_path: null,
  message: 'Hello',
  is_own: false,
  is_deleted: false,
  is_muted: false,
  sent_at: '2026-11-20T10:00:00Z',
  total: 21,
};

afterEach(() => vi.unstubAllGlobals());

test('a page of conversations that is behind the end leads back to the first one', async () => {
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    const { page } = z.object({ page: z.number() }).parse(JSON.parse(String(init?.body)));
    return Response.json(page === 1 ? [conversation] : []);
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <Inbox unreadOf={() => 0} onOpen={vi.fn()} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(await screen.findByText(/Steel tubes/)).toBeTruthy();
  fireEvent.click(screen.getByLabelText('Next'));
  fireEvent.click(await screen.findByText('First page'));
  expect(await screen.findByText(/Steel tubes/)).toBeTruthy();
});
