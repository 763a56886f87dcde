import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newClientId, type ClientId } from '@/shared/form/send-once.ts';
import type { Message } from '../shown-message.ts';
import { readUnsentMessages, notArrived, writeUnsentMessages, type UnsentMessage } from './unsent-messages.ts';

const [A, B] = [newClientId(), newClientId()];
const unsent = (clientId: ClientId, failure: string | null = null): UnsentMessage => ({
  clientId,
  content: 'Hello',
  attachments: [{ path: 'bob/a.pdf', name: 'a.pdf' }],
  createdAt: '2026-11-20T10:00:00Z',
  failure,
});

beforeEach(() => {
  const entries = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
    keys: () => [...entries.keys()],
  });
});
afterEach(() => vi.unstubAllGlobals());

test('unsent messages are kept per person and quote, and wait for a retry on the next visit', () => {
  writeUnsentMessages(1, 5, [unsent(A), unsent(B, 'No connection')]);
  expect(readUnsentMessages(1, 5)).toEqual([unsent(A, 'Not sent yet'), unsent(B, 'Not sent yet')]);
  expect([readUnsentMessages(2, 5), readUnsentMessages(1, 6)]).toEqual([[], []]);
  writeUnsentMessages(1, 5, []);
  expect(localStorage.getItem('draft_outbox_1_5')).toBeNull();
});

test('unsent messages that are malformed are ignored', () => {
  localStorage.setItem('draft_outbox_1_5', '{"x":');
  expect(readUnsentMessages(1, 5)).toEqual([]);
  localStorage.setItem('draft_outbox_1_5', '[{"content":1}]');
  expect(readUnsentMessages(1, 5)).toEqual([]);
});

test('unsent messages that have arrived are left out', () => {
  const arrived: Message = {
    id: 1,
    senderId: 1,
    content: 'Hello',
    clientId: A,
    createdAt: '',
    editedAt: null,
    deletedAt: null,
    readAt: null,
    attachments: [],
  };
  expect(notArrived([unsent(A), unsent(B)], [arrived])).toEqual([unsent(B)]);
});
