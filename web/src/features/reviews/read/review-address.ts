import { RATING_MAX, RATING_MIN } from '@domain/limits.ts';
import type { StateOf } from '@/shared/address/address.ts';
import { page, whole } from '@/shared/address/param.ts';

/** URL state of the reviews: `?rating=4&page=2`. */
export const reviewAddress = { rating: whole({ min: RATING_MIN, max: RATING_MAX }), page };

/** The chosen rating, or null for all; pages start at 1. */
export type ReviewFilters = StateOf<typeof reviewAddress>;
