import { describe, expect } from 'vitest';
import { fileTest } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { notificationsOf, outcome, value } from './support.ts';

const test = fileTest
  .extend('post', { auto: true }, async ({ world, anna }) => (await world.createPost(anna)).id)
  .extend(
    'like',
    ({ post }) =>
      (person: Person, liked: boolean, id = post) =>
        person.client.rpc('set_post_like', { post_id: id, liked }),
  )
  .extend(
    'counted',
    ({ world, post }) =>
      async () =>
        (await value(world.guest.from('post_counters').select('likes').eq('post_id', post)))[0]?.likes,
  );

describe('likes', () => {
  test('a like counts once however often it is sent, and the count never drops below zero [A279]', async ({
    bob,
    adam,
    like,
    counted,
  }) => {
    expect(await value(like(bob, true))).toBe(1);
    expect(await value(like(bob, true))).toBe(1);
    expect(await value(like(adam, true))).toBe(2);
    expect(await counted()).toBe(2);
    expect((await like(bob, false)).data).toBe(1);
    expect((await like(bob, false)).data).toBe(1);
    expect((await like(adam, false)).data).toBe(0);
    expect((await like(adam, false)).data).toBe(0);
    expect(await counted()).toBe(0);
  });

  test('an owner can like their own post, and a like notifies nobody', async ({ anna, bob, like }) => {
    expect(await value(like(anna, true))).toBe(1);
    await like(bob, true);
    expect(await notificationsOf(anna)).toEqual([]);
  });

  test('likes are visible only to the person who gave them', async ({ anna, bob, like, post }) => {
    await like(bob, true);
    expect(await value(bob.client.from('post_likes').select('user_id').eq('post_id', post))).toEqual([
      { user_id: bob.id },
    ]);
    expect(await value(anna.client.from('post_likes').select('user_id').eq('post_id', post))).toEqual([]);
  });

  test('a guest cannot like a post', async ({ world, post, counted }) => {
    expect(await world.guest.rpc('set_post_like', { post_id: post, liked: true })).toAnswer(401);
    expect(await counted()).toBe(0);
  });

  test('likes of a hidden or unknown post answer 404, except to people who see the post', async ({
    anna,
    bob,
    adam,
    post,
    like,
  }) => {
    await anna.client.rpc('hide_post', { post_id: post });
    expect(await outcome(like(bob, true))).toEqual([404, 'Post not found']);
    expect(await value(like(anna, true))).toBe(1);
    expect(await value(like(adam, true))).toBe(2);
    expect(await outcome(like(bob, true, 999_999))).toEqual([404, 'Post not found']);
  });

  test('likes are deleted with the post and with the account', async ({ world, anna, bob, like, counted, post }) => {
    const gone = await world.person('gone');
    await like(gone, true);
    await like(bob, true);
    await world.sql('delete from auth.users where id = $1', [gone.authId]);
    expect(await counted()).toBe(1);
    await value(anna.client.from('posts').delete().eq('id', post).select('id'));
    expect(await world.sql('select 1 from public.post_likes where post_id = $1', [post])).toEqual([]);
  });
});
