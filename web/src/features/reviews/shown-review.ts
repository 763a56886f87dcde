import type { QueryData } from '@supabase/supabase-js';
import { REVIEW_COLUMNS, toReview } from '@rows/review-row.ts';
import { supabase } from '@/shared/backend/supabase.ts';

export const REVIEWS_PER_PAGE = 10;

/** Columns of a review as the page shows it, with both users. */
const SHOWN_REVIEW_COLUMNS =
  `${REVIEW_COLUMNS}, has_deal, reviewer:profiles!reviews_reviewer_id_fkey(id, username, avatar_path), reviewed:profiles!reviews_reviewed_user_id_fkey(id, username, avatar_path)` as const;

/** Starts a query for reviews with the columns of the page, newest first, with the exact number of matches. */
export function selectReviews() {
  return supabase
    .from('reviews')
    .select(SHOWN_REVIEW_COLUMNS, { count: 'exact' })
    .order('created_at', { ascending: false })
    .order('id', { ascending: false });
}

type ReviewRow = QueryData<ReturnType<typeof selectReviews>>[number];

const toParty = (profile: ReviewRow['reviewer']) => ({
  id: profile.id,
  username: profile.username,
  avatarPath: profile.avatar_path,
});

/** Maps a row to a review of the page. */
export const toShownReview = (row: ReviewRow) => ({
  ...toReview(row),
  hasDeal: row.has_deal,
  reviewer: toParty(row.reviewer),
  reviewed: toParty(row.reviewed),
});

export type Review = ReturnType<typeof toShownReview>;
export type Party = Review['reviewer'];

const CHANGEABLE_MS = 30 * 24 * 60 * 60 * 1_000;

/** Whether the author can still edit or delete a review: within 30 days, unless an admin hid it. The database decides. */
export function isReviewChangeable(
  review: { createdAt: string; hiddenReason: string | null },
  now = Date.now(),
): boolean {
  return review.hiddenReason === null && now - Date.parse(review.createdAt) < CHANGEABLE_MS;
}
