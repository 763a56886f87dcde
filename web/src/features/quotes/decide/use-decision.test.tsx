import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useAcceptQuote } from './accept-quote.ts';

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const refused = () => Promise.resolve(json({ code: 'PT409', message: 'This quote is already accepted' }, 409));

/** Accepts a quote; `answers` are those to the calls of the function, in turn, `status` what the quote has afterwards. */
async function accept(status: string, ...answers: (() => Promise<Response>)[]) {
  const calls: string[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn((input: RequestInfo | URL) => {
      const url = input instanceof Request ? input.url : String(input);
      if (!url.includes('/rpc/')) return Promise.resolve(json([{ status, version: 1 }]));
      calls.push(url);
      return answers.shift()?.() ?? lost();
    }),
  );
  const client = createQueryClient();
  client.setQueryData(keys.quotes.detail(5), {});
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useAcceptQuote(), { wrapper });
  const outcome = await act(() =>
    result.current.mutateAsync({ quoteId: 5, closesRequest: true, version: 1 }).then(
      () => 'done',
      (error: Error) => error.message,
    ),
  );
  return { outcome, calls: calls.length, isStale: client.getQueryState(keys.quotes.detail(5))?.isInvalidated };
}

afterEach(() => vi.unstubAllGlobals());

test('a refused decision is final, and the quote is refetched [A610]', async () => {
  expect(await accept('withdrawn', refused)).toEqual({
    outcome: 'This quote is already accepted',
    calls: 1,
    isStale: true,
  });
});

test('a decision with a lost answer is sent again, and can have arrived the first time', async () => {
  expect(await accept('accepted', lost, refused)).toEqual({ outcome: 'done', calls: 2, isStale: true });
  expect(await accept('accepted', lost, () => Promise.resolve(json([])))).toMatchObject({ outcome: 'done', calls: 2 });
});

test('a retried decision that somebody else was faster with shows the refusal', async () => {
  expect(await accept('withdrawn', lost, refused)).toMatchObject({ outcome: 'This quote is already accepted' });
});

test('a decision without a connection is given up after the second attempt', async () => {
  expect(await accept('pending', lost, lost)).toMatchObject({
    outcome: 'No connection. What you typed is kept.',
    calls: 2,
  });
});
