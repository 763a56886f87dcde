import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { newClientId } from '@/shared/form/send-once.ts';
import type { UnsentMessage } from './unsent-messages.ts';
import { readUnsentMessages, unsentKey } from './unsent-messages.ts';
import { useSendMessage } from './send-message.ts';
import { useUnsentMessages } from './use-unsent-messages.ts';

const UNSENT: UnsentMessage = {
  clientId: newClientId(),
  content: 'Hello',
  attachments: [],
  createdAt: '2026-11-20T10:00:00Z',
  failure: null,
};
const ROW = {
  id: 7,
  quote_id: 5,
  sender_id: 1,
  content: 'Hello',
  client_id: UNSENT.clientId,
  created_at: '2026-11-20T10:00:01Z',
  edited_at: null,
  deleted_at: null,
  read_at: null,
  attachments: [],
};
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

function setUp(fetchMock: ReturnType<typeof vi.fn>) {
  vi.stubGlobal('fetch', fetchMock);
  window.gtag = vi.fn();
  const client = createQueryClient();
  client.setDefaultOptions({ mutations: { retry: false } });
  client.setQueryData(keys.messages.conversation(5), { messages: [], hasEarlier: false });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => ({ sending: useSendMessage(1, 5), unsent: useUnsentMessages(1, 5) }), {
    wrapper,
  });
  return {
    client,
    unsent: () => result.current.unsent,
    send: (message = UNSENT) => act(() => result.current.sending.mutateAsync(message).catch(() => undefined)),
  };
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  delete window.gtag;
});

test('the conversion "message sent" is reported once the message is stored and no longer unsent [A570]', async () => {
  const { client, send } = setUp(
    vi.fn().mockImplementation((url: string) => Promise.resolve(json(String(url).includes('/rpc/') ? 7 : ROW))),
  );
  await send();
  expect(window.gtag).toHaveBeenCalledExactlyOnceWith('event', 'conversion', {
    send_to: 'message_sent',
    value: 1,
    currency: 'VND',
  });
  expect(client.getQueryData(keys.messages.conversation(5))).toMatchObject({ messages: [{ id: 7, content: 'Hello' }] });
  expect(readUnsentMessages(1, 5)).toEqual([]);
});

test('a message that could not be sent reports no conversion, and is kept with the reason', async () => {
  const { client, send } = setUp(
    vi.fn().mockImplementation(() => Promise.resolve(json({ code: 'PT429', message: 'Too many requests.' }, 429))),
  );
  await send();
  expect(window.gtag).not.toHaveBeenCalled();
  expect(client.getQueryData(keys.messages.unsent(1, 5))).toEqual([{ ...UNSENT, failure: 'Too many requests.' }]);
  expect(readUnsentMessages(1, 5)).toHaveLength(1);
});

const REFUSAL = 'Too many requests.';
const KEPT: UnsentMessage = { ...UNSENT, clientId: newClientId(), content: 'The only copy' };
const answer = (url: string) => Promise.resolve(json(String(url).includes('/rpc/') ? 7 : ROW));
const refuse = () => Promise.resolve(json({ code: 'PT429', message: REFUSAL }, 429));
const told = () => act(() => void window.dispatchEvent(new StorageEvent('storage', { key: unsentKey(1, 5) })));

/** A tab with the conversation, once it has read the browser's storage. */
async function openTab(fetchMock: ReturnType<typeof vi.fn>) {
  const tab = setUp(fetchMock);
  await waitFor(() => expect(tab.client.getQueryData(keys.messages.unsent(1, 5))).toEqual([]));
  return tab;
}

/** Two tabs with the same conversation. The second one could not send its message, and the first one has not heard. */
async function twoTabs() {
  const first = await openTab(vi.fn());
  const second = await openTab(vi.fn().mockImplementation(refuse));
  await second.send(KEPT);
  return { first, second };
}

test.each([
  ['sent', answer, () => undefined, [KEPT.clientId]],
  ['could not send', refuse, () => undefined, [KEPT.clientId, UNSENT.clientId]],
  ['discarded', refuse, (tab: ReturnType<typeof setUp>) => tab.unsent().discard(UNSENT), [KEPT.clientId]],
])('a message that one tab %s leaves the unsent one of another tab in the browser', async (_, reply, more, left) => {
  const { first } = await twoTabs();
  vi.stubGlobal('fetch', vi.fn().mockImplementation(reply));
  await first.send();
  act(() => more(first));
  expect(readUnsentMessages(1, 5).map(({ clientId }) => clientId)).toEqual(left);
});

test('a message that one tab could not send shows in the other tab, which can send it for both', async () => {
  const { first, second } = await twoTabs();
  told();
  await waitFor(() => expect(first.unsent().messages).toEqual([{ ...KEPT, failure: REFUSAL }]));
  vi.stubGlobal(
    'fetch',
    vi
      .fn()
      .mockImplementation((url: string) =>
        Promise.resolve(json(String(url).includes('/rpc/') ? 7 : { ...ROW, client_id: KEPT.clientId })),
      ),
  );
  await first.send(KEPT);
  told();
  await waitFor(() => expect([first, second].map((tab) => tab.unsent().messages)).toEqual([[], []]));
  expect(readUnsentMessages(1, 5)).toEqual([]);
});

test('a message that one tab is sending shows in that tab only', async () => {
  const first = await openTab(vi.fn());
  let reply: (response: Response) => void = () => undefined;
  const second = await openTab(vi.fn().mockReturnValue(new Promise<Response>((resolve) => (reply = resolve))));
  act(() => second.unsent().retry(UNSENT));
  await waitFor(() => expect(second.unsent().messages).toEqual([UNSENT]));
  told();
  expect([first, second].map(({ client }) => client.getQueryData(keys.messages.unsent(1, 5)))).toEqual([[], [UNSENT]]);
  reply(await refuse());
  await waitFor(() => expect(second.unsent().messages).toEqual([{ ...UNSENT, failure: REFUSAL }]));
});

test('a message is sent, or shown with the reason, where the browser keeps no more texts', async () => {
  const { client, send, unsent } = await openTab(vi.fn().mockImplementation(refuse));
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await send();
  await waitFor(() => expect(unsent().messages).toEqual([{ ...UNSENT, failure: REFUSAL }]));
  vi.stubGlobal('fetch', vi.fn().mockImplementation(answer));
  await send();
  expect(client.getQueryData(keys.messages.conversation(5))).toMatchObject({ messages: [{ id: 7 }] });
  // The hook renders after the cache has changed.
  await waitFor(() => expect(unsent().messages).toEqual([]));
});
