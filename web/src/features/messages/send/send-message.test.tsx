import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { newClientId } from '@/shared/form/send-once.ts';
import type { UnsentMessage } from './unsent-messages.ts';
import { readUnsentMessages } from './unsent-messages.ts';
import { useSendMessage } from './send-message.ts';

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
  const { result } = renderHook(() => useSendMessage(1, 5), { wrapper });
  return { client, send: () => act(() => result.current.mutateAsync(UNSENT).catch(() => undefined)) };
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
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
