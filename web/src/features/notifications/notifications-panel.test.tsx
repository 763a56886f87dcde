import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { NOTIFICATIONS_MAX } from '@domain/limits.ts';
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
function open(
  answer: Promise<Response> | ((address: URL, body: unknown) => Promise<Response>),
  cached: readonly object[] = [],
) {
  vi.stubGlobal('fetch', (address: string | URL, { body }: RequestInit = {}) =>
    typeof answer === 'function' ? answer(new URL(address), body) : answer,
  );
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

test('the opened bell loads the notifications before the oldest one until there are none [A742]', async () => {
  const first = Array.from({ length: NOTIFICATIONS_MAX }, (_, n) => row(300 - n));
  const asked: string[] = [];
  open((address) => {
    const before = address.searchParams.get('id');
    if (before !== null) asked.push(before);
    return Promise.resolve(Response.json(before === null ? first : [row(7)]));
  });
  fireEvent.click(await screen.findByText('Show more'));
  expect(await screen.findByText('Number 7')).toBeTruthy();
  expect(asked).toEqual([`lt.${301 - NOTIFICATIONS_MAX}`]);
  expect(screen.getAllByText(/^Number /)).toHaveLength(NOTIFICATIONS_MAX + 1);
  expect(screen.queryByText('Show more')).toBeNull();
});

test('earlier notifications that fail to load say so and can be asked for again [A742]', async () => {
  const first = Array.from({ length: NOTIFICATIONS_MAX }, (_, n) => row(300 - n));
  let isDown = true;
  open((address) => {
    if (!address.searchParams.has('id')) return Promise.resolve(Response.json(first));
    return Promise.resolve(isDown ? Response.json({ message: 'Down' }, { status: 500 }) : Response.json([row(7)]));
  });
  fireEvent.click(await screen.findByText('Show more'));
  expect(await screen.findByText('Failed to load notifications')).toBeTruthy();
  expect(screen.getAllByText(/^Number /)).toHaveLength(NOTIFICATIONS_MAX);
  isDown = false;
  fireEvent.click(screen.getByText('Show more'));
  expect(await screen.findByText('Number 7')).toBeTruthy();
  expect(screen.queryByText('Failed to load notifications')).toBeNull();
});

test('all notifications are marked as read up to the newest that is shown', async () => {
  const sent: unknown[] = [];
  open((address, body) => {
    if (!address.pathname.endsWith('/mark_all_notifications_read'))
      return Promise.resolve(Response.json([3, 2].map((id) => ({ ...row(id), read_at: null }))));
    sent.push(body);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  fireEvent.click(await screen.findByText('Mark all as read'));
  await vi.waitFor(() => expect(sent).toEqual([JSON.stringify({ up_to: 3, shown: [3, 2] })]));
});
