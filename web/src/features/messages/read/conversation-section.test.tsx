import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ATTACHMENTS_MAX } from '@domain/limits.ts';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { newClientId } from '@/shared/form/send-once.ts';
import { Toaster } from '@/shared/ui/toast/toaster.tsx';
import { unsentKey } from '../send/unsent-messages.ts';
import { ConversationSection } from './conversation-section.tsx';

// jsdom has no fonts, whose loading a growing text area waits for.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

const CLOSED = 'This conversation is closed';
const files = (count: number, folder: string) =>
  Array.from({ length: count }, (_, index) => ({ path: `${folder}/${index}.pdf`, name: `${folder} ${index}.pdf` }));

/** A conversation with one message that could not be sent. */
function open({
  closedReason = null as string | null,
  unsentFiles = 0,
  typedFiles = 0,
  answerOf = (_path: string): Response | null => null,
} = {}) {
  const unsent = {
    clientId: newClientId(),
    content: 'Delivery in May?',
    attachments: files(unsentFiles, 'sent'),
    createdAt: '2026-11-20T10:00:00Z',
    failure: 'Offline',
  };
  localStorage.setItem(unsentKey(1, 5), JSON.stringify([unsent]));
  if (typedFiles > 0)
    localStorage.setItem('draft_message_1_5', JSON.stringify({ attachments: files(typedFiles, 'typed') }));
  vi.stubGlobal('fetch', async (address: string | URL) => {
    const path = new URL(address).pathname;
    return answerOf(path) ?? Response.json(path.endsWith('conversation_closed_reason') ? closedReason : []);
  });
  const client = createQueryClient();
  client.setQueryData(keys.messages.conversation(5), { messages: [], hasEarlier: false });
  client.setQueryData(keys.messages.closedReason(5), closedReason);
  client.setQueryData(keys.session.user, { id: 1, role: 'user' });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <ConversationSection
          userId={1}
          quoteId={5}
          other={null}
          mute={null}
          isWriting={false}
          highlightedId={null}
          onHighlightEnd={vi.fn()}
        />
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return {
    client,
    close: (reason: string | null) => act(() => client.setQueryData(keys.messages.closedReason(5), reason)),
  };
}

const typedText = () => screen.getByLabelText<HTMLTextAreaElement>('Message').value;
const outbox = () => localStorage.getItem(unsentKey(1, 5));

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

test('an unsent message of a closed conversation cannot be edited, only retried or discarded', async () => {
  open({ closedReason: CLOSED });
  expect(await screen.findByText('Delivery in May?')).toBeTruthy();
  expect(screen.queryByText('Edit')).toBeNull();
  expect(screen.getByText('Discard')).toBeTruthy();
});

test('an unsent message returns to the field once, also when the conversation closes and opens again', async () => {
  const { close } = open();
  fireEvent.click(await screen.findByText('Edit'));
  await waitFor(() => expect(outbox()).toBeNull());
  expect(typedText()).toBe('Delivery in May?');
  await close(CLOSED);
  await close(null);
  expect(typedText()).toBe('Delivery in May?');
});

test('an unsent message stays where it is when its attachments are too many for the field', async () => {
  open({ unsentFiles: 3, typedFiles: ATTACHMENTS_MAX - 1 });
  fireEvent.click(await screen.findByText('Edit'));
  expect(await screen.findByText('File limit exceeded')).toBeTruthy();
  expect(typedText()).toBe('');
  expect(outbox()).toContain('sent 2.pdf');
});

test('a message that cannot be marked as read is not marked without end', async () => {
  const received = {
    id: 9,
    quote_id: 5,
    sender_id: 2,
    content: 'In May',
    client_id: newClientId(),
    created_at: '2026-11-20T10:00:00Z',
    edited_at: null,
    deleted_at: null,
    read_at: null,
    attachments: [],
  };
  const marks = vi.fn();
  const { client } = open({
    answerOf: (path) => {
      if (path.endsWith('/messages')) return Response.json([received]);
      if (!path.endsWith('mark_messages_read')) return null;
      marks();
      return Response.json({ code: 'PT403', message: 'No' }, { status: 403 });
    },
  });
  await waitFor(() => expect(marks).toHaveBeenCalledTimes(2), { timeout: 5_000 });
  await waitFor(() =>
    expect(client.getQueryData(keys.messages.conversation(5))).toMatchObject({ messages: [{ readAt: null }] }),
  );
  await act(async () => undefined);
  expect(client.isMutating()).toBe(0);
}, 15_000);
