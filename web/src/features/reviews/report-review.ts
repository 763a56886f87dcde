import { trackConversion } from '@/shared/visit/analytics.ts';

/** Tells analytics of a sent review (§9): the conversion, with the rating as its value. */
export function reportReview(rating: number): void {
  trackConversion('review_submission', { value: rating });
}
