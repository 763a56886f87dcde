import { expect, test } from 'vitest';
import { sortMyPosts } from './sort-my-posts.ts';

const posts = [
  { id: 1, title: 'Tubes', quoteCount: 3, likes: 0 },
  { id: 2, title: 'Rice', quoteCount: 0, likes: 0 },
  { id: 3, title: 'Éclair moulds', quoteCount: 3, likes: 9 },
];
const unreadOf = (id: number) => (id === 2 ? 5 : 0);
const ids = (...[state]: [Parameters<typeof sortMyPosts>[1]]) =>
  sortMyPosts(posts, state, unreadOf).map(({ id }) => id);

test('the order of own posts is by any column, the newest first among equals', () => {
  expect(ids({ sort: 'posted', order: 'desc' })).toEqual([3, 2, 1]);
  expect(ids({ sort: 'request', order: 'asc' })).toEqual([3, 2, 1]);
  expect(ids({ sort: 'quotes', order: 'desc' })).toEqual([3, 1, 2]);
  expect(ids({ sort: 'quotes', order: 'asc' })).toEqual([2, 3, 1]);
  expect(ids({ sort: 'unread', order: 'desc' })).toEqual([2, 3, 1]);
  expect(ids({ sort: 'likes', order: 'desc' })).toEqual([3, 2, 1]);
});
