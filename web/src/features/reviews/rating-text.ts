type Rating = { averageRating: number; totalReviews: number };

/** A rating in words: "4.6 out of 5 · 12 reviews". */
export function ratingText({ averageRating, totalReviews }: Rating): string {
  if (totalReviews === 0) return 'No reviews yet';
  return `${averageRating.toFixed(1)} out of 5 · ${totalReviews} ${totalReviews === 1 ? 'review' : 'reviews'}`;
}
