import { describe, expect, test } from 'vitest';
import { filterMyPosts } from './filter-my-posts.ts';

const posts = [
  { id: 3, title: 'Thép tấm Đặc Biệt', isHidden: false },
  { id: 2, title: 'Steel tubes', isHidden: true },
  { id: 1, title: 'Cashew nuts', isHidden: false },
];
const ids = (filters: Parameters<typeof filterMyPosts>[1]) =>
  filterMyPosts(posts, filters, { askedPostIds: [3, 2], closingPostIds: [1] }).map(({ id }) => id);

describe('filterMyPosts', () => {
  test('the filter of own posts keeps the order and narrows by visibility', () => {
    expect(ids({ show: 'all', search: '' })).toEqual([3, 2, 1]);
    expect(ids({ show: 'visible', search: '' })).toEqual([3, 1]);
    expect(ids({ show: 'hidden', search: '' })).toEqual([2]);
  });

  test('the filter of own posts shows those that wait for an answer or close soon', () => {
    expect(ids({ show: 'asked', search: '' })).toEqual([3, 2]);
    expect(ids({ show: 'closing', search: '' })).toEqual([1]);
    expect(ids({ show: 'asked', search: 'tubes' })).toEqual([2]);
  });

  test('the filter of own posts finds titles without regard to case and accents', () => {
    expect(ids({ show: 'all', search: ' dac biet ' })).toEqual([3]);
    expect(ids({ show: 'all', search: 'STEEL' })).toEqual([2]);
    expect(ids({ show: 'visible', search: 'steel' })).toEqual([]);
  });
});
