import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Message } from './message.ts';
import { readOutbox, unsent, writeOutbox, type Letter } from './outbox.ts';

const letter = (clientId: string, failure: string | null = null): Letter => ({
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

test('keeps letters of one person and quote; on the next visit they wait for a retry', () => {
  writeOutbox(1, 5, [letter('a'), letter('b', 'No connection')]);
  expect(readOutbox(1, 5)).toEqual([letter('a', 'Not sent yet'), letter('b', 'Not sent yet')]);
  expect([readOutbox(2, 5), readOutbox(1, 6)]).toEqual([[], []]);
  writeOutbox(1, 5, []);
  expect(localStorage.getItem('draft_outbox_1_5')).toBeNull();
});

test('makes nothing of what is no outbox', () => {
  localStorage.setItem('draft_outbox_1_5', '{"x":');
  expect(readOutbox(1, 5)).toEqual([]);
  localStorage.setItem('draft_outbox_1_5', '[{"content":1}]');
  expect(readOutbox(1, 5)).toEqual([]);
});

test('leaves out what has arrived', () => {
  const arrived: Message = {
    id: 1,
    senderId: 1,
    content: 'Hello',
    clientId: 'a',
    createdAt: '',
    editedAt: null,
    deletedAt: null,
    readAt: null,
    attachments: [],
  };
  expect(unsent([letter('a'), letter('b')], [arrived])).toEqual([letter('b')]);
});
