import type { Row } from './row.ts';

/** Columns of a review; callers add those of its two users. */
export const REVIEW_COLUMNS =
  'id, rating, comment, is_verified_deal, reply, replied_at, hidden_reason, created_at, updated_at';

/** A review for page and `/api`, without its two users. Only its author and admins can read a hidden one, with the reason. */
export function toReview(row: Row<'reviews', typeof REVIEW_COLUMNS>) {
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
  };
}
