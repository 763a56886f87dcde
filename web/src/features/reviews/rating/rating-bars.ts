import { RATING_MAX } from '@domain/limits.ts';

type CountedRating = { rating: number; reviews: number };

/** The five bars from 5 stars to 1, with their average (0 without reviews) and total. */
export function toRatingBars(counted: readonly CountedRating[]) {
  const bars = Array.from({ length: RATING_MAX }, (_, index) => {
    const rating = RATING_MAX - index;
    return { rating, reviews: counted.find((each) => each.rating === rating)?.reviews ?? 0 };
  });
  const total = bars.reduce((sum, { reviews }) => sum + reviews, 0);
  const stars = bars.reduce((sum, { rating, reviews }) => sum + rating * reviews, 0);
  return { bars, total, average: total === 0 ? 0 : stars / total };
}

export type RatingBars = ReturnType<typeof toRatingBars>;
