import { expect } from 'vitest';
import { test as base } from '../support/embedded/test.ts';
import { ApiClient, signedIn } from './api-client.ts';

const test = base
  .extend('postId', { auto: true }, async ({ world }) => (await world.createPost(await world.person('anna'))).id)
  .extend(
    'likes',
    ({ postId }) =>
      async () =>
        (await new ApiClient().get(`/api/posts/${postId}`)).body,
  );

test('[A441,A229,A443] a post is liked and unliked without payload, and the answer has the state of the caller', async ({
  world,
  bob,
  postId,
  likes,
}) => {
  const client = await signedIn(bob);
  const state = async () => (await client.get(`/api/posts/${postId}/like`)).body;
  expect(await state()).toEqual({ hasLiked: false });
  expect(await client.post(`/api/posts/${postId}/like`)).toAnswer(200);
  expect([await state(), await likes()]).toEqual([{ hasLiked: true }, expect.objectContaining({ likes: 1 })]);
  const other = await signedIn(await world.person('anna'));
  expect(await other.get(`/api/posts/${postId}/like`)).toAnswer(200, { hasLiked: false });
  expect(await client.post(`/api/posts/${postId}/unlike`)).toAnswer(200);
  expect([await state(), await likes()]).toEqual([{ hasLiked: false }, expect.objectContaining({ likes: 0 })]);
});

test('[A279] liking twice counts once, unliking twice never goes below 0', async ({ bob, postId, likes }) => {
  const client = await signedIn(bob);
  for (const path of ['like', 'like']) await client.post(`/api/posts/${postId}/${path}`);
  expect(await likes()).toMatchObject({ likes: 1 });
  for (const path of ['unlike', 'unlike']) await client.post(`/api/posts/${postId}/${path}`);
  expect(await likes()).toMatchObject({ likes: 0 });
});

test('[A380] a guest gets 401, and no count changes', async ({ bob, postId, likes }) => {
  await (await signedIn(bob)).post(`/api/posts/${postId}/like`);
  const guest = new ApiClient();
  for (const path of ['like', 'unlike']) {
    expect(await guest.post(`/api/posts/${postId}/${path}`)).toAnswer(401);
    expect(await likes(), path).toMatchObject({ likes: 1 });
  }
  expect(await guest.get(`/api/posts/${postId}/like`)).toAnswer(401);
});

test('a post that the caller cannot see cannot be liked', async ({ world, bob, postId }) => {
  const client = await signedIn(bob);
  await (await signedIn(await world.person('anna'))).patch(`/api/posts/${postId}/hide`);
  for (const id of [postId, postId + 1000]) {
    expect(await client.post(`/api/posts/${id}/like`)).toAnswer(404);
    expect(await client.get(`/api/posts/${id}/like`)).toAnswer(404);
  }
});
