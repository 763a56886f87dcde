import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MESSAGE_CHANGE_MS } from '@domain/limits.ts';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { MessageBubble } from '../read/message-bubble.tsx';

// jsdom has no fonts, whose loading a growing text area waits for.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

let reply: (response: Response) => void = () => undefined;

function open() {
  const client = createQueryClient();
  client.setDefaultOptions({ mutations: { retry: false } });
  const message = {
    id: 7,
    senderId: 1,
    content: 'Delivery in May',
    clientId: 'c7',
    createdAt: new Date().toISOString(),
    editedAt: null,
    deletedAt: null,
    readAt: null,
    attachments: [],
    startsRun: true,
  };
  const bubble = (isOpen: boolean) => (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MessageBubble
          quoteId={5}
          message={message}
          sender="me"
          isSeen={false}
          isOpen={isOpen}
          isHighlighted={false}
          onHighlightEnd={vi.fn()}
        />
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender, unmount } = render(bubble(true));
  return { close: () => rerender(bubble(false)), unmount };
}

async function edit() {
  fireEvent.click(screen.getByLabelText(/^Actions/));
  fireEvent.click(await screen.findByText('Edit'));
}
const editor = () => screen.getByLabelText<HTMLTextAreaElement>('Edit message');
const type = (value: string) => fireEvent.change(editor(), { target: { value } });
const answer = (body: unknown, status = 200) => act(async () => reply(Response.json(body, { status })));

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (reply = resolve)));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an edited message stays in the editor, read-only, until it is stored', async () => {
  open();
  await edit();
  type('Delivery in June');
  fireEvent.click(screen.getByText('Save'));
  await waitFor(() => expect(editor().readOnly).toBe(true));
  fireEvent.keyDown(editor(), { key: 'Escape' });
  await answer({ code: 'PT429', message: 'Too many requests.' }, 429);
  await waitFor(() => expect(editor().readOnly).toBe(false));
  expect(editor().value).toBe('Delivery in June');
  fireEvent.click(screen.getByText('Save'));
  await waitFor(() => expect(editor().readOnly).toBe(true));
  await answer(null);
  await waitFor(() => expect(screen.queryByLabelText('Edit message')).toBeNull());
  expect(localStorage.getItem('draft_edit_1_7')).toBeNull();
});

test('an edited message stays in the editor when the time is up and the conversation closes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { close } = open();
  await edit();
  type('Delivery in June');
  await act(() => vi.advanceTimersByTimeAsync(MESSAGE_CHANGE_MS));
  close();
  expect(editor().value).toBe('Delivery in June');
});

test('an edited message is kept as a draft when the editor disappears, and dropped by Escape', async () => {
  open().unmount();
  const { unmount } = open();
  await edit();
  type('Delivery in June');
  unmount();
  const again = open();
  await edit();
  await waitFor(() => expect(editor().value).toBe('Delivery in June'));
  fireEvent.keyDown(editor(), { key: 'Escape' });
  expect(screen.queryByLabelText('Edit message')).toBeNull();
  again.unmount();
  expect(localStorage.getItem('draft_edit_1_7')).toBeNull();
});
