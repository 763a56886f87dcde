import type { QueryData } from '@supabase/supabase-js';
import { z } from 'zod';
import { dataOf, type Client } from '../../_shared/clients.ts';
import { POSTS_LIST_MAX } from '../../_shared/domain/limits.ts';
import {
  ratingSchema,
  replySchema,
  reviewAnswerSchema,
  reviewFormSchema,
  reviewItemSchema,
  reviewSchema,
} from '../../_shared/domain/review.ts';
import { notFound } from '../../_shared/http/api-error.ts';
import type { ApiContext } from '../../_shared/http/context.ts';
import { REVIEW_COLUMNS, toReview } from '../../_shared/rows/review-row.ts';
import { currentUserId } from '../current-user.ts';
import { pageOf, pageQuery } from '../paging.ts';
import { ApiRoutes, doneSchema } from '../router.ts';

/** Reviews and ratings. The database decides about permissions. */
export const reviewRoutes = new ApiRoutes('Reviews');

const REVIEW_ANSWER_COLUMNS =
  `${REVIEW_COLUMNS}, reviewed_user_id, reviewer_id, reviewer:profiles!reviews_reviewer_id_fkey(username, avatar_path), reviewed:profiles!reviews_reviewed_user_id_fkey(username)` as const;

const selectReviews = (client: Client, options: { count?: 'exact' } = {}) =>
  client
    .from('reviews')
    .select(REVIEW_ANSWER_COLUMNS, options)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false });

type Reviews = ReturnType<typeof selectReviews>;

/** One page of reviews. Numbered pages instead of a cursor, because an updated review moves to the front. */
async function listReviews(
  c: ApiContext,
  reviews: Reviews,
  { page = 1, limit = POSTS_LIST_MAX }: { page?: number; limit?: number },
) {
  const rows = await reviews.range((page - 1) * limit, page * limit - 1);
  return pageOf(c, rows, { page, limit }).map(toReviewItem);
}

type ReviewRow = QueryData<Reviews>[number];

const toReviewItem = (row: ReviewRow): z.infer<typeof reviewItemSchema> => ({
  ...toReview(row),
  reviewedUserId: row.reviewed_user_id,
  reviewedUsername: row.reviewed.username,
  reviewerId: row.reviewer_id,
  reviewerUsername: row.reviewer.username,
  reviewerAvatar: row.reviewer.avatar_path,
});

async function fetchReview(client: Client, id: number) {
  const row = dataOf(await selectReviews(client).eq('id', id).maybeSingle());
  if (!row) throw notFound('Review');
  return toReviewItem(row);
}

reviewRoutes.operation(
  {
    method: 'post',
    path: '/reviews',
    summary: 'Review another user; a second review replaces the first',
    access: 'user',
    body: reviewSchema,
    answer: reviewAnswerSchema,
    status: 201,
    refusals: { 404: 'The user does not exist' },
  },
  async ({ client, body: { reviewedUserId, rating, comment } }) => {
    const id = dataOf(await client.rpc('submit_review', { reviewed_user_id: reviewedUserId, rating, comment }));
    // As it is stored: the content filter may have masked parts of it.
    const stored = await fetchReview(client, id);
    return { id, reviewedUserId, rating: stored.rating, comment: stored.comment };
  },
);

reviewRoutes.operation(
  {
    method: 'put',
    path: '/reviews/{id}',
    summary: 'Edit my review, within 30 days',
    access: 'user',
    ids: { id: 'Review' },
    body: reviewFormSchema,
    answer: reviewItemSchema,
  },
  async ({ client, ids, body: { rating, comment } }) => {
    dataOf(await client.rpc('update_review', { review_id: ids.id, rating, comment }));
    return fetchReview(client, ids.id);
  },
);

reviewRoutes.operation(
  {
    method: 'delete',
    path: '/reviews/{id}',
    summary: 'Delete my review, within 30 days',
    access: 'user',
    ids: { id: 'Review' },
    answer: doneSchema,
  },
  async ({ client, ids }) => {
    dataOf(await client.rpc('delete_review', { review_id: ids.id }));
    return { message: 'Review deleted' };
  },
);

reviewRoutes.operation(
  {
    method: 'post',
    path: '/reviews/{id}/reply',
    summary: 'Reply to a review of me; once per review',
    access: 'user',
    ids: { id: 'Review' },
    body: replySchema,
    answer: reviewItemSchema,
    status: 201,
    refusals: { 409: 'The review has a reply already' },
  },
  async ({ client, ids, body: { reply } }) => {
    dataOf(await client.rpc('reply_to_review', { review_id: ids.id, reply }));
    return fetchReview(client, ids.id);
  },
);

reviewRoutes.operation(
  {
    method: 'delete',
    path: '/reviews/{id}/reply',
    summary: 'Delete my reply',
    access: 'user',
    ids: { id: 'Review' },
    answer: doneSchema,
  },
  async ({ client, ids }) => {
    dataOf(await client.rpc('delete_review_reply', { review_id: ids.id }));
    return { message: 'Reply deleted' };
  },
);

reviewRoutes.operation(
  {
    method: 'get',
    path: '/reviews/user/{userId}',
    summary: 'List the reviews of a user, newest first',
    access: 'user',
    ids: { userId: 'User' },
    query: z.object(pageQuery(POSTS_LIST_MAX)),
    answer: z.array(reviewItemSchema),
  },
  async ({ c, client, ids, query }) => {
    const profile = dataOf(await client.from('profiles').select('id').eq('id', ids.userId).maybeSingle());
    if (!profile) throw notFound('User');
    return listReviews(
      c,
      selectReviews(client, { count: 'exact' }).eq('reviewed_user_id', ids.userId).is('hidden_at', null),
      query,
    );
  },
);

reviewRoutes.operation(
  {
    method: 'get',
    path: '/my-reviews',
    summary: 'List the reviews that I received or wrote, newest first',
    access: 'user',
    query: z.object({ tab: z.enum(['received', 'written']).default('received'), ...pageQuery(POSTS_LIST_MAX) }),
    answer: z.array(reviewItemSchema),
  },
  async ({ c, client, query: { tab, ...page } }) => {
    const userId = await currentUserId(c);
    const reviews = selectReviews(client, { count: 'exact' });
    const mine =
      tab === 'received'
        ? reviews.eq('reviewed_user_id', userId).is('hidden_at', null)
        : reviews.eq('reviewer_id', userId);
    return listReviews(c, mine, page);
  },
);

reviewRoutes.operation(
  {
    method: 'get',
    path: '/reviews/rating/{userId}',
    summary: 'Get the rating of a user',
    access: 'user',
    ids: { userId: 'User' },
    answer: ratingSchema,
  },
  async ({ client, ids }) => {
    const profile = dataOf(
      await client.from('profiles').select('rating_average, rating_count').eq('id', ids.userId).maybeSingle(),
    );
    if (!profile) throw notFound('User');
    return { averageRating: profile.rating_average ?? 0, totalReviews: profile.rating_count };
  },
);
