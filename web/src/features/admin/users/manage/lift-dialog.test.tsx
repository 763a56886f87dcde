import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import type { User } from '../shown-user.ts';
import { LiftDialog } from './lift-dialog.tsx';

const SINCE = '2026-11-30T08:00:00.123456+00:00';

afterEach(() => vi.unstubAllGlobals());

/** Opens the dialog with this count of what was hidden; returns the bodies with which suspensions were lifted. */
function open(count: () => Promise<Response>) {
  const lifted: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string | URL, init?: RequestInit) => {
    if (String(address).includes('/rpc/count_hidden_with_suspension')) return count();
    if (String(address).includes('/rpc/lift_suspension')) lifted.push(JSON.parse(String(init?.body)));
    return Response.json(0);
  });
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <LiftDialog user={{ id: 7, username: 'Bob', suspendedAt: SINCE } as User} opened onClose={vi.fn()} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return lifted;
}

const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Lift suspension' });

test('a suspension cannot be lifted before it is known what was hidden with it', async () => {
  let answer: (response: Response) => void = () => undefined;
  const lifted = open(() => new Promise((resolve) => (answer = resolve)));
  expect(confirm().disabled).toBe(true);
  await waitFor(() => expect(screen.getByText(/can write again at once/)).toBeTruthy());
  answer(Response.json(3));
  expect(await screen.findByText(/Bring back 3 posts/)).toBeTruthy();
  fireEvent.click(confirm());
  await waitFor(() => expect(lifted).toEqual([{ user_id: 7, brings_back: true, suspended_at: SINCE }]));
});

test('an admin decides on what was hidden with a suspension also where it could not be counted', async () => {
  const lifted = open(() => Promise.resolve(Response.json({ message: 'Down' }, { status: 500 })));
  expect(await screen.findByText('What was hidden with it could not be counted')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Bring back what was hidden with it').checked).toBe(true);
  fireEvent.click(confirm());
  await waitFor(() => expect(lifted).toEqual([{ user_id: 7, brings_back: true, suspended_at: SINCE }]));
});
