import type { ReactNode } from 'react';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { setLive } from './live-state.ts';
import { useLiveUpdates } from './use-live-updates.ts';

const KEY = ['messages', 'conversation', 5];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  show('visible');
  act(() => setLive(false));
  vi.useRealTimers();
});

function show(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

function setUp() {
  const client = createQueryClient();
  const read = vi.fn(() => Promise.resolve('conversation'));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { unmount } = renderHook(
    () => {
      useQuery({ queryKey: KEY, queryFn: read });
      useLiveUpdates([KEY], 4_000);
    },
    { wrapper },
  );
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { client, read, pass, unmount };
}

test('live updates refetch less often the longer nothing changes, until unmounted [A732]', async () => {
  const { read, pass, unmount } = setUp();
  await pass(0);
  expect(read).toHaveBeenCalledTimes(1);
  await pass(3_999);
  expect(read).toHaveBeenCalledTimes(1);
  for (const [index, pause] of [1, 8_000, 16_000, 32_000, 60_000, 60_000].entries()) {
    await pass(pause);
    expect(read).toHaveBeenCalledTimes(2 + index);
  }
  unmount();
  await pass(120_000);
  expect(read).toHaveBeenCalledTimes(7);
});

test('live updates are as frequent as at first once something changes', async () => {
  const { client, read, pass } = setUp();
  await pass(0);
  await pass(4_000 + 8_000 + 16_000);
  expect(read).toHaveBeenCalledTimes(4);
  read.mockResolvedValue('another message');
  act(() => {
    client.setQueryData(KEY, 'another message');
  });
  await pass(4_000);
  expect(read).toHaveBeenCalledTimes(5);
  await pass(8_000);
  expect(read).toHaveBeenCalledTimes(6);
});

test('live updates refetch once when changes begin to arrive by themselves, and then every four minutes [A732]', async () => {
  const { read, pass } = setUp();
  await pass(0);
  act(() => setLive(true));
  await pass(0);
  expect(read).toHaveBeenCalledTimes(2);
  await pass(239_999);
  expect(read).toHaveBeenCalledTimes(2);
  await pass(1);
  expect(read).toHaveBeenCalledTimes(3);
  act(() => setLive(false));
  await pass(4_000);
  expect(read).toHaveBeenCalledTimes(4);
});

test('live updates pause in a hidden tab, and refetch at once when it is visible again', async () => {
  const { read, pass } = setUp();
  await pass(0);
  act(() => show('hidden'));
  await pass(60_000);
  expect(read).toHaveBeenCalledTimes(1);
  act(() => show('visible'));
  await pass(0);
  expect(read).toHaveBeenCalledTimes(2);
  await pass(4_000);
  expect(read).toHaveBeenCalledTimes(3);
});

test('live updates let a slow answer arrive', async () => {
  const { read, pass } = setUp();
  await pass(0);
  read.mockReturnValue(new Promise(() => undefined));
  await pass(13_000);
  expect(read).toHaveBeenCalledTimes(2);
});
