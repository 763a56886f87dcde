import { z } from 'zod';
import { RATING_MAX, RATING_MIN } from '@domain/limits.ts';
import type { ReviewFilters } from './components/received-reviews.tsx';

const ratingParam = z.coerce.number().int().min(RATING_MIN).max(RATING_MAX).nullable().catch(null);
const pageParam = z.coerce.number().int().positive().catch(1);

/** Which reviews are shown, as the address says: `?rating=4&page=2`. */
export function readReviewFilters(params: URLSearchParams): ReviewFilters {
  return { rating: ratingParam.parse(params.get('rating') ?? 'all'), page: pageParam.parse(params.get('page')) };
}

/** The address with other filters; the defaults are left out. */
export function writeReviewFilters(params: URLSearchParams, { rating, page }: ReviewFilters): URLSearchParams {
  const next = new URLSearchParams(params);
  if (rating === null) next.delete('rating');
  else next.set('rating', String(rating));
  if (page === 1) next.delete('page');
  else next.set('page', String(page));
  return next;
}
