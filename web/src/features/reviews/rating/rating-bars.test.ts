import { expect, test } from 'vitest';
import { toRatingBars } from './rating-bars.ts';

test('five bars from the best to the worst, with average and total', () => {
  expect(
    toRatingBars([
      { rating: 5, reviews: 2 },
      { rating: 2, reviews: 1 },
    ]),
  ).toEqual({
    bars: [
      { rating: 5, reviews: 2 },
      { rating: 4, reviews: 0 },
      { rating: 3, reviews: 0 },
      { rating: 2, reviews: 1 },
      { rating: 1, reviews: 0 },
    ],
    total: 3,
    average: 4,
  });
});

test('the rating bars are all 0 without reviews', () => {
  expect(toRatingBars([])).toMatchObject({ total: 0, average: 0 });
});
