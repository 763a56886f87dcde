import type { QueryData } from '@supabase/supabase-js';
import { supabase } from '@/shared/backend/supabase.ts';

/** What the page shows of a review: its columns and its two users. A literal, so that the type of the answer is inferred. */
const REVIEW_COLUMNS =
  'id, rating, comment, is_verified_deal, reply, replied_at, hidden_reason, created_at, updated_at, reviewer:profiles!reviews_reviewer_id_fkey(id, username, avatar_path), reviewed:profiles!reviews_reviewed_user_id_fkey(id, username, avatar_path)';

/** Starts a request for reviews in the shape of the page, newest first, with the exact number of all that match. */
export function selectReviews() {
  return supabase
    .from('reviews')
    .select(REVIEW_COLUMNS, { count: 'exact' })
    .order('created_at', { ascending: false })
    .order('id', { ascending: false });
}

type ReviewRow = QueryData<ReturnType<typeof selectReviews>>[number];

const toParty = (profile: ReviewRow['reviewer']) => ({
  id: profile.id,
  username: profile.username,
  avatarPath: profile.avatar_path,
});

/** A row as the page uses it (§3 Review, B6). Only its author and admins get a hidden one, with the reason. */
export function toReview(row: ReviewRow) {
  return {
    id: row.id,
    rating: row.rating,
    comment: row.comment,
    isVerifiedDeal: row.is_verified_deal,
    reply: row.reply,
    repliedAt: row.replied_at,
    hiddenReason: row.hidden_reason,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    reviewer: toParty(row.reviewer),
    reviewed: toParty(row.reviewed),
  };
}

export type Review = ReturnType<typeof toReview>;
export type Party = Review['reviewer'];
