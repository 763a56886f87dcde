import { describe, expect } from 'vitest';
import { z } from 'zod';
import { fileTest as test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { judged, value } from '../rules/support.ts';
import { ApiClient, signedIn } from './api-client.ts';

test.beforeAll(async ({ world }) => {
  const [anna, bob] = [await world.person('anna'), await world.person('bob')];
  await world.sql(
    `insert into public.reviews (reviewed_user_id, reviewer_id, rating, comment)
     values ($1, $2, 5, 'Good'), ($1, $3, 4, 'Fine') returning id`,
    [anna.id, bob.id, (await world.person('adam')).id],
  );
});

test('[A458,A228] the rating of a user, for signed-in users only', async ({ anna, bob }) => {
  const answer = await (await signedIn(bob)).get(`/api/reviews/rating/${anna.id}`);
  expect(answer).toAnswer(200, { averageRating: 4.5, totalReviews: 2 });
  expect(await new ApiClient().get(`/api/reviews/rating/${anna.id}`)).toAnswer(401);
});

test('[A459] a user without reviews has 0 of them', async ({ bob }) => {
  const answer = await (await signedIn(bob)).get(`/api/reviews/rating/${bob.id}`);
  expect(answer).toAnswer(200, { averageRating: 0, totalReviews: 0 });
});

test('the rating of an unknown user answers 404', async ({ bob }) => {
  const client = await signedIn(bob);
  for (const id of ['999999', 'abc', '-1']) expect(await client.get(`/api/reviews/rating/${id}`)).toAnswer(404);
});

test('[A227] a review has reviewedUserId, rating and comment, and counts in the rating', async ({ anna, bob }) => {
  const client = await signedIn(anna);
  const review = { reviewedUserId: bob.id, rating: 3, comment: 'Slow but fair' };
  const answer = await client.post('/api/reviews', { ...review, reviewerId: bob.id });
  expect(answer).toAnswer(201, { id: expect.any(Number), ...review });
  expect(await client.post('/api/reviews', { ...review, rating: 5 })).toAnswer(201);
  expect(await client.get(`/api/reviews/rating/${bob.id}`)).toAnswer(200, { averageRating: 5, totalReviews: 1 });
});

test('[A371,A372,A373,A374] a review with a wrong rating or comment is refused', async ({ anna, bob }) => {
  const client = await signedIn(anna);
  const refused = async (change: Record<string, unknown>) =>
    (await client.post('/api/reviews', { reviewedUserId: bob.id, rating: 4, comment: 'Good', ...change })).body;
  expect(await refused({ rating: 0 })).toMatchObject({
    message: 'Rating must be at least 1',
    errors: [{ path: 'rating' }],
  });
  expect(await refused({ rating: 6 })).toMatchObject({ message: 'Rating cannot exceed 5' });
  expect(await refused({ comment: ' ' })).toMatchObject({
    message: 'Comment is required',
    errors: [{ path: 'comment' }],
  });
  expect(await refused({ comment: 'x'.repeat(1001) })).toMatchObject({ message: 'Comment too long' });
  expect(await refused({ comment: 'x'.repeat(1000) })).toMatchObject({ rating: 4 });
});

test('a review of oneself, of an unknown user or by a guest is refused', async ({ anna }) => {
  const client = await signedIn(anna);
  const review = { reviewedUserId: anna.id, rating: 5, comment: 'Great' };
  const own = await client.post('/api/reviews', review);
  expect(own).toAnswer(403, { message: 'You cannot review yourself', code: 'forbidden' });
  expect(await client.post('/api/reviews', { ...review, reviewedUserId: 999_999 })).toAnswer(404);
  expect(await new ApiClient().post('/api/reviews', review)).toAnswer(401);
});

describe('the reviews of a user', () => {
  let bob: Person;
  let carl: Person;
  let id: number;

  test.beforeAll(async ({ world }) => {
    carl = await world.person('carl');
    bob = await world.person('bob');
    const answer = await (
      await signedIn(bob)
    ).post('/api/reviews', { reviewedUserId: carl.id, rating: 5, comment: 'Quick' });
    id = z.object({ id: z.number() }).parse(answer.body).id;
  });

  const review = () => ({
    id,
    reviewedUserId: carl.id,
    reviewedUsername: 'carl',
    reviewerId: bob.id,
    reviewerUsername: 'bob',
    reviewerAvatar: null,
    rating: 5,
    comment: 'Quick',
    isVerifiedDeal: false,
    reply: null,
    repliedAt: null,
    hiddenReason: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });

  test('[A594] reviews of a user are listed for signed-in users, and those of the caller by tab', async ({
    anna,
    bob,
  }) => {
    const [one, other] = [await signedIn(carl), await signedIn(bob)];
    expect(await (await signedIn(anna)).get(`/api/reviews/user/${carl.id}`)).toAnswer(200, [review()]);
    expect(await one.get('/api/my-reviews')).toAnswer(200, [review()]);
    expect(await one.get('/api/my-reviews?tab=written')).toAnswer(200, []);
    expect(await other.get('/api/my-reviews?tab=written')).toAnswer(
      200,
      expect.arrayContaining([expect.objectContaining({ id }), expect.objectContaining({ reviewedUsername: 'anna' })]),
    );
    expect(await one.get('/api/my-reviews?tab=other')).toAnswer(400);
    expect(await one.get('/api/reviews/user/999999')).toAnswer(404);
    for (const path of [`/api/reviews/user/${carl.id}`, '/api/my-reviews']) {
      expect(await new ApiClient().get(path)).toAnswer(401);
    }
  });

  test('[A594] a review gets one reply, which can be deleted', async ({ bob }) => {
    const client = await signedIn(carl);
    const answer = await client.post(`/api/reviews/${id}/reply`, { reply: 'Thanks' });
    expect(answer).toAnswer(201, { ...review(), reply: 'Thanks', repliedAt: expect.any(String) });
    expect(await client.post(`/api/reviews/${id}/reply`, { reply: 'More' })).toAnswer(409);
    expect((await client.post(`/api/reviews/${id}/reply`, { reply: 'x'.repeat(501) })).body).toMatchObject({
      message: 'Reply too long',
    });
    expect(await (await signedIn(bob)).post(`/api/reviews/${id}/reply`, { reply: 'x' })).toAnswer(403);
    expect(await client.delete(`/api/reviews/${id}/reply`)).toAnswer(200);
    expect(await client.get('/api/my-reviews')).toAnswer(200, [review()]);
    expect(await new ApiClient().post(`/api/reviews/${id}/reply`, { reply: 'x' })).toAnswer(401);
  });

  test('[A594] only the author edits and deletes a review', async ({ anna, bob }) => {
    const [author, stranger] = [await signedIn(bob), await signedIn(anna)];
    const answer = await author.put(`/api/reviews/${id}`, { rating: 2, comment: 'Slow' });
    expect(answer).toAnswer(200, { ...review(), rating: 2, comment: 'Slow' });
    expect((await author.put(`/api/reviews/${id}`, { rating: 6, comment: 'x' })).body).toMatchObject({
      message: 'Rating cannot exceed 5',
    });
    expect(await stranger.put(`/api/reviews/${id}`, { rating: 1, comment: 'x' })).toAnswer(403);
    expect(await stranger.delete(`/api/reviews/${id}`)).toAnswer(403);
    expect(await new ApiClient().delete(`/api/reviews/${id}`)).toAnswer(401);
    expect(await author.delete(`/api/reviews/${id}`)).toAnswer(200);
    expect(await author.delete(`/api/reviews/${id}`)).toAnswer(404);
  });
});

test('a review is answered as it is stored, without what the content filter masked', async ({ anna, carl, adam }) => {
  await value(
    judged(() =>
      adam.client.rpc('save_content_rule', {
        rule: { kind: 'word', pattern: 'scam', action: 'mask', fields: ['review'] },
      }),
    ),
  );
  const review = { reviewedUserId: carl.id, rating: 2 };
  expect(await (await signedIn(anna)).post('/api/reviews', { ...review, comment: ' A scam ' })).toAnswer(201, {
    ...review,
    id: expect.any(Number),
    comment: 'A ****',
  });
});
