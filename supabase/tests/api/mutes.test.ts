import { expect } from 'vitest';
import { test as base } from '../support/embedded/test.ts';
import { sendQuote, value } from '../rules/support.ts';
import { ApiClient, signedIn } from './api-client.ts';

const test = base
  .extend('post', async ({ anna, world }) => (await world.createPost(anna)).id)
  .extend('quote', async ({ bob, post }) => (await value(sendQuote(bob.client, post)))[0]?.quote_id ?? 0);

test('[A742] a conversation and a post are muted, listed and unmuted, each for the caller alone', async ({
  anna,
  bob,
  post,
  quote,
}) => {
  const [owner, supplier] = [await signedIn(anna), await signedIn(bob)];
  const paths = [`/api/quotes/${quote}/mute`, `/api/posts/${post}/mute`] as const;
  for (const client of [owner, supplier])
    for (const path of paths)
      for (const _ of ['first', 'again']) expect(await client.put(path)).toAnswer(200, { isMuted: true });
  const createdAt = expect.any(String);
  const all = [
    { quoteId: null, postId: post, createdAt },
    { quoteId: quote, postId: null, createdAt },
  ];
  expect((await supplier.get('/api/mutes')).body).toEqual(all);
  for (const path of paths)
    for (const _ of ['first', 'again']) expect(await supplier.delete(path)).toAnswer(200, { isMuted: false });
  expect(await supplier.get('/api/mutes')).toAnswer(200, []);
  expect((await owner.get('/api/mutes')).body).toEqual(all);
});

test('[A742] guests mute nothing, strangers no conversation, and nobody what does not exist', async ({
  carl,
  post,
  quote,
}) => {
  const [guest, stranger] = [new ApiClient(), await signedIn(carl)];
  expect(await guest.get('/api/mutes')).toAnswer(401);
  for (const method of ['put', 'delete'] as const) {
    for (const path of [`/api/quotes/${quote}/mute`, `/api/posts/${post}/mute`])
      expect(await guest[method](path)).toAnswer(401);
    for (const id of [quote, 999_999]) expect((await stranger[method](`/api/quotes/${id}/mute`)).status).toBe(403);
    expect((await stranger[method]('/api/posts/999999/mute')).status).toBe(404);
  }
});
