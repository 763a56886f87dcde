import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '@/shared/errors/app-error.ts';
import { createQueryClient } from './query-client.ts';
import { useDeletion } from './use-deletion.ts';

const KEY = ['things'];
const done = () => Promise.resolve();
const lost = () => Promise.reject(new AppError('No connection', { kind: 'offline', status: 0 }));
const missing = () => Promise.reject(new AppError('Not found', { kind: 'not-found', status: 404 }));
const refused = () => Promise.reject(new AppError('Not yours', { kind: 'forbidden', status: 403 }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Deletes; `answers` are those to its requests, in turn. */
async function remove(...answers: (() => Promise<void>)[]) {
  const run = vi.fn(() => answers.shift()?.() ?? lost());
  const client = createQueryClient();
  client.setQueryData(KEY, 'cached');
  const { result } = renderHook(() => useDeletion(run, [KEY]), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  let outcome = '';
  await act(async () => {
    void result.current.mutateAsync(undefined).then(
      () => (outcome = 'done'),
      ({ message }: Error) => (outcome = message),
    );
    await vi.advanceTimersByTimeAsync(5_000);
  });
  return { outcome, requests: run.mock.calls.length, isRefreshed: client.getQueryState(KEY)?.isInvalidated };
}

test('a deletion whose answer was lost is sent again, and finding nothing then means deleted', async () => {
  const twice = { outcome: 'done', requests: 2, isRefreshed: true };
  expect(await remove(lost, missing)).toEqual(twice);
  expect(await remove(lost, done)).toEqual(twice);
});

test('a deletion that finds nothing at once is refused, and what is shown is refetched', async () => {
  expect(await remove(missing)).toEqual({ outcome: 'Not found', requests: 1, isRefreshed: true });
});

test('a deletion is given up after the second request, with what it was told last', async () => {
  expect(await remove(lost, lost)).toEqual({ outcome: 'No connection', requests: 2, isRefreshed: true });
  expect(await remove(lost, refused)).toEqual({ outcome: 'Not yours', requests: 2, isRefreshed: true });
});
