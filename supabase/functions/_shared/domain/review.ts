import { z } from 'zod';

import { idSchema, requiredText } from './input.ts';
import { RATING_MAX, RATING_MIN, REVIEW_COMMENT_MAX, REVIEW_REPLY_MAX } from './limits.ts';

/** The fields of the review form, which are also the editable ones. */
export const reviewFormSchema = z.object({
  rating: z
    .number()
    .int()
    .min(RATING_MIN, `Rating must be at least ${RATING_MIN}`)
    .max(RATING_MAX, `Rating cannot exceed ${RATING_MAX}`),
  comment: requiredText('Comment is required', REVIEW_COMMENT_MAX, 'Comment too long'),
});

/** A review of a user. */
export const reviewSchema = z.object({ reviewedUserId: idSchema, ...reviewFormSchema.shape });

/** A stored review as POST /api/reviews answers it. */
export const reviewAnswerSchema = reviewSchema.extend({ id: idSchema });

/** The rating of a user; without reviews the average is 0. */
export const ratingSchema = z.object({
  averageRating: z.number().min(0).max(RATING_MAX),
  totalReviews: z.number().int().min(0),
});

/** The reply of the reviewed user. */
export const replySchema = z.object({ reply: requiredText('Reply is required', REVIEW_REPLY_MAX, 'Reply too long') });

/** A review as `/api` lists it. */
export const reviewItemSchema = z.object({
  id: idSchema,
  reviewedUserId: idSchema,
  reviewedUsername: z.string(),
  reviewerId: idSchema,
  reviewerUsername: z.string(),
  reviewerAvatar: z.string().nullable(),
  rating: z.number(),
  comment: z.string(),
  isVerifiedDeal: z.boolean(),
  reply: z.string().nullable(),
  repliedAt: z.string().nullable(),
  /** Only for its author and admins. */
  hiddenReason: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
