import { expect, test } from 'vitest';
import { readAddress, writeAddress } from '@/shared/address/address.ts';
import { reviewAddress } from './review-address.ts';

test('filters are read from the address, and nonsense is ignored', () => {
  expect(readAddress(reviewAddress, new URLSearchParams('rating=4&page=2'))).toEqual({ rating: 4, page: 2 });
  for (const query of ['', 'rating=6&page=0', 'rating=x&page=-1', 'rating=4.5&page=1.5', 'rating=&page=']) {
    expect(readAddress(reviewAddress, new URLSearchParams(query)), query).toEqual({ rating: null, page: 1 });
  }
});

test('review filters keep other parameters of the address, and defaults are omitted', () => {
  const params = new URLSearchParams('tab=reviews&page=3');
  expect(writeAddress(reviewAddress, params, { rating: 2, page: 1 }).toString()).toBe('tab=reviews&rating=2');
  expect(writeAddress(reviewAddress, params, { rating: null, page: 2 }).toString()).toBe('tab=reviews&page=2');
});
