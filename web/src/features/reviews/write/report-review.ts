import { trackConversion } from '@/shared/visit/analytics.ts';

/** Reports a sent review to analytics: the conversion, with the rating as its value. */
export function reportReview(rating: number): void {
  trackConversion('review_submission', { value: rating });
}
