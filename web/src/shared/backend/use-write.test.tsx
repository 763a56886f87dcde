import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AppError } from '@/shared/errors/app-error.ts';
import { createQueryClient } from './query-client.ts';
import { useWrite } from './use-write.ts';

const KEY = ['things'];

async function write(run: () => Promise<string>, retry?: false) {
  const client = createQueryClient();
  client.setDefaultOptions({ mutations: { ...client.getDefaultOptions().mutations, retryDelay: 0 } });
  client.setQueryData(KEY, 'cached');
  const { result } = renderHook(() => useWrite(run, [KEY], retry), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  await act(() => result.current.mutateAsync().catch(() => undefined));
  return client.getQueryState(KEY)?.isInvalidated;
}

test('a write refetches what was changed, after a failure as well, and is retried once', async () => {
  const stores = vi.fn(() => Promise.resolve('done'));
  expect(await write(stores)).toBe(true);
  expect(stores).toHaveBeenCalledTimes(1);
  const fails = vi.fn(() => Promise.reject(new AppError('No', { kind: 'server', status: 500 })));
  expect(await write(fails)).toBe(true);
  expect(fails).toHaveBeenCalledTimes(2);
});

test('a write follows a retry rule of its own', async () => {
  const fails = vi.fn(() => Promise.reject(new AppError('No', { kind: 'server', status: 500 })));
  await write(fails, false);
  expect(fails).toHaveBeenCalledTimes(1);
});

test('writes of one component are sent one after the other', async () => {
  const client = createQueryClient();
  const sent: boolean[] = [];
  const answers: (() => void)[] = [];
  const run = (isOn: boolean) =>
    new Promise<void>((resolve) => {
      sent.push(isOn);
      answers.push(resolve);
    });
  const { result } = renderHook(() => useWrite(run, [KEY]), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  await act(async () => {
    const [first, second] = [result.current.mutateAsync(true), result.current.mutateAsync(false)];
    await vi.waitFor(() => expect(sent).toEqual([true]));
    answers[0]?.();
    await first;
    await vi.waitFor(() => expect(sent).toEqual([true, false]));
    answers[1]?.();
    await second;
  });
});
