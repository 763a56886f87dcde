import type { ReactNode } from 'react';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { useLiveUpdates } from './use-live-updates.ts';

const KEY = ['messages', 'conversation', 5];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  show('visible');
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
  return { read, pass, unmount };
}

test('live updates refetch at every tick until unmounted', async () => {
  const { read, pass, unmount } = setUp();
  await pass(0);
  expect(read).toHaveBeenCalledTimes(1);
  await pass(3_999);
  expect(read).toHaveBeenCalledTimes(1);
  await pass(4_001);
  expect(read).toHaveBeenCalledTimes(3);
  unmount();
  await pass(20_000);
  expect(read).toHaveBeenCalledTimes(3);
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
