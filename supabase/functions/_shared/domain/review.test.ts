import { expect, test } from 'vitest';
import { parseInput } from './input.ts';
import { refusals } from '../../../tests/support/refusals.ts';
import { ratingSchema, replySchema, reviewSchema } from './review.ts';

const texts = (change: Record<string, unknown>) => {
  const result = parseInput(reviewSchema, { reviewedUserId: 3, rating: 5, comment: 'Good', ...change });
  return result.ok ? [] : result.errors.map(({ message }) => message);
};

test('[A371] a rating of 0 is too low', () => {
  expect(texts({ rating: 0 })).toEqual(['Rating must be at least 1']);
  expect(texts({ rating: 1 })).toEqual([]);
});
test('[A372] a rating of 6 is too high', () => {
  expect(texts({ rating: 6 })).toEqual(['Rating cannot exceed 5']);
  expect(texts({ rating: 5 })).toEqual([]);
  expect(texts({ rating: 4.5 })).toEqual(['Invalid input']);
});
test('[A373] a comment is required', () => {
  for (const comment of ['', '  ', undefined]) expect(texts({ comment })).toEqual(['Comment is required']);
});
test('[A374] a comment of 1000 is accepted, 1001 is too long', () => {
  expect(texts({ comment: 'x'.repeat(1000) })).toEqual([]);
  expect(texts({ comment: 'x'.repeat(1001) })).toEqual(['Comment too long']);
});
test('the reviewed user is a number', () => {
  expect(texts({ reviewedUserId: '3' })).toEqual(['Invalid input']);
});
test('a reply has 1 to 500 characters', () => {
  for (const length of [1, 500]) expect(refusals(replySchema, { reply: 'x'.repeat(length) })).toEqual([]);
  expect(refusals(replySchema, { reply: ' ' })).toEqual(['reply: Reply is required']);
  expect(refusals(replySchema, { reply: 'x'.repeat(501) })).toEqual(['reply: Reply too long']);
});
test('an average rating is 0 without reviews, and at most 5', () => {
  for (const averageRating of [0, 5]) expect(refusals(ratingSchema, { averageRating, totalReviews: 9 })).toEqual([]);
  for (const averageRating of [-1, 5.1])
    expect(refusals(ratingSchema, { averageRating, totalReviews: 9 })).toHaveLength(1);
  expect(refusals(ratingSchema, { averageRating: 0, totalReviews: -1 })).toHaveLength(1);
});
