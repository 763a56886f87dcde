import { expect } from 'vitest';
import { test as base } from '../support/embedded/test.ts';
import { ApiClient, signedIn } from './api-client.ts';

const test = base.extend('path', async ({ world }) => {
  const { id } = await world.createPost(await world.person('anna'));
  return `/api/posts/${id}/watch`;
});

test('[A738] a post is watched and no longer watched, and only its owner gets the number of watchers', async ({
  anna,
  bob,
  path,
}) => {
  const [owner, client] = [await signedIn(anna), await signedIn(bob)];
  expect(await client.get(path)).toAnswer(200, { isWatching: false, watchers: null });
  for (const _ of ['first', 'again'])
    expect(await client.put(path)).toAnswer(200, { isWatching: true, watchers: null });
  expect(await owner.get(path)).toAnswer(200, { isWatching: false, watchers: 1 });
  expect(await client.delete(path)).toAnswer(200, { isWatching: false, watchers: null });
  expect(await owner.get(path)).toAnswer(200, { isWatching: false, watchers: 0 });
});

test('[A738] guests watch nothing, owners not their own posts, and nobody a hidden post of others', async ({
  anna,
  bob,
  adam,
  path,
}) => {
  const [owner, client, admin] = [await signedIn(anna), await signedIn(bob), await signedIn(adam)];
  for (const method of ['get', 'put', 'delete'] as const) expect(await new ApiClient()[method](path)).toAnswer(401);
  expect((await owner.put(path)).status).toBe(403);
  expect(await admin.get(path)).toAnswer(200, { isWatching: false, watchers: null });
  expect(await owner.patch(path.replace('watch', 'hide'))).toAnswer(200);
  for (const method of ['get', 'put', 'delete'] as const) expect((await client[method](path)).status).toBe(404);
});
