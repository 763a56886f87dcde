import { describe, expect, test } from 'vitest';
import { badgeText, countUnread, markedAsRead } from './unread-notifications.ts';

const items = [
  { id: 1, isRead: false },
  { id: 2, isRead: true },
  { id: 3, isRead: false },
];

describe('unread notifications', () => {
  test('unread notifications are counted', () => {
    expect(countUnread(items)).toBe(2);
  });

  test('the unread badge shows a number up to 9 and "9+" above', () => {
    expect([0, 1, 9, 10, 250].map(badgeText)).toEqual([null, '1', '9', '9+', '9+']);
  });

  test('unread notifications become read one by one or all at once', () => {
    expect(markedAsRead(items, 1).map((item) => item.isRead)).toEqual([true, true, false]);
    expect(countUnread(markedAsRead(items, 'all'))).toBe(0);
    expect(countUnread(items)).toBe(2);
  });
});
