// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { userRatingQueryOptions } from './get-user-rating.ts';
import { ratingText } from './rating-text.ts';

describe('a rating', () => {
  test('a rating is shown with one decimal and the number of reviews', () => {
    expect(ratingText({ averageRating: 4.56, totalReviews: 12 }, ENGLISH)).toBe('4.6 out of 5 · 12 reviews');
    expect(ratingText({ averageRating: 5, totalReviews: 1 }, ENGLISH)).toBe('5.0 out of 5 · 1 review');
    expect(ratingText({ averageRating: 0, totalReviews: 0 }, ENGLISH)).toBe('No reviews yet');
  });

  test('[A546] a rating is kept 30 minutes', () => {
    expect(userRatingQueryOptions(1)).toMatchObject({ staleTime: 1_800_000, gcTime: 1_800_000 });
  });
});
