import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { NotificationsPanel } from './notifications-panel.tsx';

const EMPTY = 'No notifications yet';
const ALL_READ = 'You have read all notifications';
const row = (id: number) => ({
  id,
  message: `Number ${id}`,
  data: {},
  read: false,
  created_at: '2026-11-20T10:00:00Z',
});

/** Opens the bell of a user whose last read, a while ago, brought these notifications. */
function open(answer: Promise<Response>, cached: readonly object[] = []) {
  vi.stubGlobal('fetch', () => answer);
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  client.setQueryData(keys.notifications.list, cached);
  const menu = {
    id: 'bell',
    setOpened: vi.fn(),
    button: { current: document.body.appendChild(document.createElement('button')) },
  };
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <NotificationsPanel menu={menu} opened />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test('the opened bell refetches, and shows new notifications', async () => {
  open(Promise.resolve(Response.json([row(3), row(2), row(1)])));
  expect(screen.queryByText(EMPTY)).toBeNull();
  expect(await screen.findByText('Number 3')).toBeTruthy();
});

test('the opened bell shows an error where it cannot refetch', async () => {
  open(Promise.resolve(Response.json({ message: 'Down' }, { status: 500 })));
  expect(await screen.findByText('Failed to load notifications')).toBeTruthy();
  expect(screen.queryByText(EMPTY)).toBeNull();
});

test('the opened bell does not say that all is read before the server has answered', async () => {
  const { message, data, created_at: createdAt } = row(1);
  let answer: (response: Response) => void = () => undefined;
  open(new Promise((resolve) => (answer = resolve)), [{ id: 1, message, data, createdAt, isRead: true }]);
  fireEvent.click(screen.getByRole('radio', { name: 'Unread' }));
  expect(screen.queryByText(ALL_READ)).toBeNull();
  answer(Response.json([{ ...row(1), read_at: row(1).created_at }]));
  expect(await screen.findByText(ALL_READ)).toBeTruthy();
});
