import { trackConversion } from '@/shared/visit/analytics.ts';

/** Tells analytics of a sent review: the conversion, with the rating as its value. */
export function reportReview(rating: number): void {
  trackConversion('review_submission', { value: rating });
}
