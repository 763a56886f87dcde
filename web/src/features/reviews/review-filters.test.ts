import { expect, test } from 'vitest';
import { readReviewFilters, writeReviewFilters } from './review-filters.ts';

test('filters are read from the address, and nonsense is ignored', () => {
  expect(readReviewFilters(new URLSearchParams('rating=4&page=2'))).toEqual({ rating: 4, page: 2 });
  for (const query of ['', 'rating=6&page=0', 'rating=x&page=-1', 'rating=4.5&page=1.5', 'rating=&page=']) {
    expect(readReviewFilters(new URLSearchParams(query)), query).toEqual({ rating: null, page: 1 });
  }
});

test('filters are written beside what else is there, defaults not at all', () => {
  const params = new URLSearchParams('tab=reviews&page=3');
  expect(writeReviewFilters(params, { rating: 2, page: 1 }).toString()).toBe('tab=reviews&rating=2');
  expect(writeReviewFilters(params, { rating: null, page: 2 }).toString()).toBe('tab=reviews&page=2');
});
