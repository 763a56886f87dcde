// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { refresh, refreshFromElsewhere } from './refresh.ts';

const queryKey = ['saved-searches'];

/** A query on screen, and its requests, to be answered one by one. */
function onScreen() {
  const client = createQueryClient();
  const requests: ((answer: string) => void)[] = [];
  const queryFn = () => new Promise<string>((answer) => requests.push(answer));
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  return { client, requests, stop };
}

test('a first answer that was asked for before a write is asked for again', async () => {
  const { client, requests, stop } = onScreen();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  const refreshed = refresh(client, [queryKey]);
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  requests[0]?.('before the write');
  requests[1]?.('after the write');
  await refreshed;
  expect(client.getQueryData(queryKey)).toBe('after the write');
  stop();
});

test('what is on screen stays there until it is asked for again', async () => {
  const { client, requests, stop } = onScreen();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  requests[0]?.('before the write');
  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBe('before the write'));
  const refreshed = refresh(client, [queryKey]);
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  expect(client.getQueryData(queryKey)).toBe('before the write');
  requests[1]?.('after the write');
  await refreshed;
  expect(client.getQueryData(queryKey)).toBe('after the write');
  stop();
});

test('a first answer that was asked for before an event is asked for again, once, when it is there', async () => {
  const { client, requests, stop } = onScreen();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  refreshFromElsewhere(client, queryKey);
  refreshFromElsewhere(client, queryKey);
  requests[0]?.('before the event');
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  expect(client.getQueryData(queryKey)).toBe('before the event');
  requests[1]?.('after the event');
  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBe('after the event'));
  expect(requests).toHaveLength(2);
  stop();
});
