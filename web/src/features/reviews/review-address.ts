import { RATING_MAX, RATING_MIN } from '@domain/limits.ts';
import type { StateOf } from '@/shared/address/address.ts';
import { page, whole } from '@/shared/address/param.ts';

/** Which reviews are shown, as the address says: `?rating=4&page=2`. */
export const reviewAddress = { rating: whole({ min: RATING_MIN, max: RATING_MAX }), page };

/** The chosen rating, or null for all; pages count from 1. */
export type ReviewFilters = StateOf<typeof reviewAddress>;
