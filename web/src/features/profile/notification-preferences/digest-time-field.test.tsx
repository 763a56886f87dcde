import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { DigestTimeField } from './digest-time-field.tsx';

const zone = vi.hoisted(() => ({ ofBrowser: 'Asia/Ho_Chi_Minh' }));
vi.mock('./digest-time.ts', async (original) => ({
  ...(await original<object>()),
  browserZone: () => zone.ofBrowser,
}));

beforeEach(() => {
  zone.ofBrowser = 'Asia/Ho_Chi_Minh';
});

afterEach(() => vi.unstubAllGlobals());

const open = (timeZone: string | null) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <DigestTimeField time={{ hour: 7, timeZone }} />
      </QueryClientProvider>
    </MantineProvider>,
  );

test('an hour in UTC names the time zone of a choice, which one press takes', () => {
  open(null);
  screen.getByText('In UTC, until you choose: then in the time zone of your browser, Asia/Ho Chi Minh');
  screen.getByRole('button', { name: 'Use Asia/Ho Chi Minh' });
});

test('an hour in UTC offers no other time zone in a browser in UTC', () => {
  zone.ofBrowser = 'UTC';
  open(null);
  expect(screen.queryByRole('button')).toBeNull();
});

test('an hour in the time zone of the browser offers no other one', () => {
  open('Asia/Ho_Chi_Minh');
  expect(screen.queryByRole('button')).toBeNull();
});

test('the time zone of the browser leaves the hour that another device has chosen meanwhile', async () => {
  const stored = { hour: 20, timeZone: 'Europe/Rome' };
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: unknown, init: RequestInit) => {
    if (init.method === 'PUT') sent.push(JSON.parse(String(init.body)));
    return Response.json(stored);
  });
  open(null);
  fireEvent.click(screen.getByRole('button'));
  await vi.waitFor(() => expect(sent).toEqual([{ hour: 20, timeZone: 'Asia/Ho_Chi_Minh' }]));
});
