import { describe, expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import type { Message } from './shown-message.ts';
import { byDay } from './days.ts';
import {
  lastSeen,
  newestUnread,
  withChange,
  withEarlier,
  withLatest,
  withMessage,
  withRead,
  type Conversation,
} from './conversation.ts';

const ME = 1;
const message = (id: number, more: Partial<Message> = {}): Message => ({
  id,
  senderId: 2,
  content: `Message ${id}`,
  clientId: `client-${id}`,
  createdAt: '2026-11-20T10:00:00Z',
  editedAt: null,
  deletedAt: null,
  readAt: null,
  attachments: [],
  ...more,
});
const conversation = (ids: readonly number[], hasEarlier = false): Conversation => ({
  messages: ids.map((id) => message(id)),
  hasEarlier,
});
const ids = ({ messages }: Conversation) => messages.map(({ id }) => id);

describe('a conversation', () => {
  test('a conversation keeps earlier messages when its newest page is refetched', () => {
    const known = conversation([1, 2, 3, 4]);
    const merged = withLatest(known, {
      messages: [message(3, { readAt: 'now' }), message(4), message(5)],
      hasEarlier: true,
    });
    expect(ids(merged)).toEqual([1, 2, 3, 4, 5]);
    expect([merged.hasEarlier, merged.messages[2]?.readAt]).toEqual([false, 'now']);
  });

  test('a conversation keeps what was sent while the page was loading', () => {
    expect(ids(withLatest(conversation([1, 2, 3]), conversation([1, 2])))).toEqual([1, 2, 3]);
  });

  test('a conversation starts over when there would be a gap, and from nothing', () => {
    expect(withLatest(conversation([1, 2]), conversation([8, 9], true))).toEqual(conversation([8, 9], true));
    expect(ids(withLatest(conversation([1, 2]), conversation([8, 9], false)))).toEqual([1, 2, 8, 9]);
    expect(withLatest(undefined, conversation([1]))).toEqual(conversation([1]));
    expect(withLatest(conversation([]), conversation([7], true))).toEqual(conversation([7], true));
  });

  test('a conversation takes earlier pages, new messages once, and changes', () => {
    expect(withEarlier(conversation([5, 6], true), conversation([3, 4], true))).toEqual(
      conversation([3, 4, 5, 6], true),
    );
    expect(ids(withMessage(conversation([1, 2]), message(3)))).toEqual([1, 2, 3]);
    expect(ids(withMessage(conversation([1, 2, 3]), message(3)))).toEqual([1, 2, 3]);
    expect(withChange(conversation([1, 2]), 2, { content: 'New' }).messages.map(({ content }) => content)).toEqual([
      'Message 1',
      'New',
    ]);
  });

  test('a conversation knows what is unread, what was seen, and becomes read', () => {
    const { messages } = {
      messages: [message(1), message(2, { senderId: ME, readAt: 'x' }), message(3), message(4, { senderId: ME })],
    };
    expect(newestUnread(messages, ME)).toBe(3);
    expect(lastSeen(messages, ME)).toBe(2);
    const read = withRead({ messages, hasEarlier: false }, ME, 1, 'now');
    expect(read.messages.map(({ readAt }) => readAt)).toEqual(['now', 'x', null, null]);
    expect(newestUnread(withRead(read, ME, 3, 'now').messages, ME)).toBeNull();
    expect(lastSeen([message(1)], ME)).toBeNull();
  });
});

describe('days', () => {
  test('the days of a conversation are named, and successive messages of one person are grouped', () => {
    const now = new Date(2026, 10, 20, 12);
    const at = (daysAgo: number, minute: number) => new Date(2026, 10, 20 - daysAgo, 9, minute).toISOString();
    const days = byDay(
      [
        message(1, { createdAt: at(3, 0) }),
        message(2, { createdAt: at(1, 0) }),
        message(3, { createdAt: at(1, 1) }),
        message(4, { createdAt: at(1, 2), senderId: ME }),
        message(5, { createdAt: at(1, 20), senderId: ME }),
        message(6, { createdAt: at(0, 0), senderId: ME }),
      ],
      ENGLISH,
      now,
    );
    expect(days.map(({ label, messages }) => [label, messages.map(({ startsRun }) => startsRun)])).toEqual([
      ['Nov 17', [true]],
      ['Yesterday', [true, false, true, true]],
      ['Today', [true]],
    ]);
  });
});
