// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { likesAfter, withLikes } from './set-post-like.ts';

describe('the number of likes', () => {
  test('[A278] the number of likes goes up and down by one and never below 0', () => {
    expect(likesAfter(3, true)).toBe(4);
    expect(likesAfter(3, false)).toBe(2);
    expect(likesAfter(0, false)).toBe(0);
  });

  test('the number of likes is replaced in a list and in a single post', () => {
    const list = [
      { id: 1, likes: 2 },
      { id: 2, likes: 5 },
    ];
    expect(withLikes(list, 2, 6)).toEqual([
      { id: 1, likes: 2 },
      { id: 2, likes: 6 },
    ]);
    expect(withLikes({ id: 2, likes: 5, title: 'Rice' }, 2, 6)).toEqual({ id: 2, likes: 6, title: 'Rice' });
  });

  test('the number of likes leaves data alone that does not hold the post', () => {
    const list = [{ id: 1, likes: 2 }];
    expect(withLikes(list, 7, 1)).toBe(list);
    for (const data of [undefined, null, 12, 'text', { total: 3 }, []]) expect(withLikes(data, 1, 5)).toBe(data);
  });
});
