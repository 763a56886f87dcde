import { expect, test } from 'vitest';
import { unreadNumbers } from './unread-numbers.ts';

test('all unread numbers come from one list', () => {
  const unread = unreadNumbers([
    { quoteId: 1, postId: 10, isSent: false, unread: 2 },
    { quoteId: 2, postId: 10, isSent: false, unread: 1 },
    { quoteId: 3, postId: 11, isSent: true, unread: 4 },
    { quoteId: 4, postId: null, isSent: true, unread: 1 },
    { quoteId: 5, postId: null, isSent: false, unread: 7 },
  ]);
  expect([unread.ofQuote(1), unread.ofQuote(4), unread.ofQuote(9)]).toEqual([2, 1, 0]);
  // What a user sent on a post of somebody else does not count for that post.
  expect([unread.ofPost(10), unread.ofPost(11)]).toEqual([3, 0]);
  // Each message is in one of the three.
  expect(unread.all).toBe(15);
  expect([unread.sent, unread.ofDeletedPosts]).toEqual([5, 7]);
});
