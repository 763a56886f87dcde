import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { notificationsOf, outcome, storedPost, value } from './support.ts';

/* Who may edit, hide, unhide and delete a post, and what the others hear. */

let post: number;

test.beforeEach(async ({ anna }) => {
  await world.sql('delete from public.notifications');
  ({ id: post } = await world.createPost(anna, { title: 'Steel pipes' }));
});

const hide = (person: Person, reason?: string) => outcome(person.client.rpc('hide_post', { post_id: post, reason }));
const unhide = (person: Person) => outcome(person.client.rpc('unhide_post', { post_id: post }));
const visibleTo = async (person: Person | 'guest') => {
  const { data } = await (person === 'guest' ? world.guest : person.client).from('posts').select('id').eq('id', post);
  return data?.length === 1;
};

describe('hiding a post', () => {
  test('an owner hides their post, with or without a reason [A595]', async ({ anna }) => {
    expect(await hide(anna)).toEqual([204]);
    expect(await storedPost(post)).toMatchObject({
      is_hidden: true,
      hidden_by: anna.id,
      hidden_reason: null,
      has_time: true,
    });
    expect(await unhide(anna)).toEqual([204]);
    expect(await storedPost(post)).toMatchObject({
      is_hidden: false,
      hidden_by: null,
      hidden_reason: null,
      has_time: false,
    });
    expect(await hide(anna, '  Bought elsewhere ')).toEqual([204]);
    expect(await storedPost(post)).toMatchObject({ hidden_reason: 'Bought elsewhere' });
    expect(await notificationsOf(anna)).toEqual([]);
  });

  test('both kinds of admin hide a post and leave their id and a reason [A397,A595]', async ({ adam, mona }) => {
    expect(await hide(adam)).toEqual([204]);
    expect(await storedPost(post)).toMatchObject({
      hidden_by: adam.id,
      hidden_reason: 'Violation of the marketplace rules',
    });
    expect(await unhide(mona)).toEqual([204]);
    expect(await hide(mona, 'Forbidden goods')).toEqual([204]);
    expect(await storedPost(post)).toMatchObject({ hidden_by: mona.id, hidden_reason: 'Forbidden goods' });
  });

  test('others cannot hide a post, and nothing changes [A396,A595]', async ({ bob }) => {
    expect(await hide(bob)).toEqual([403, 'You are not allowed to hide this post']);
    const { status } = await world.guest.rpc('hide_post', { post_id: post });
    expect(status).toBe(401);
    expect(await storedPost(post)).toMatchObject({ is_hidden: false, hidden_by: null });
  });

  test('hiding a post twice keeps the first decision', async ({ anna, adam, mona }) => {
    await hide(anna, 'first');
    expect(await hide(anna, 'second')).toEqual([204]);
    expect(await storedPost(post)).toMatchObject({ hidden_by: anna.id, hidden_reason: 'first' });
    await unhide(anna);
    await hide(adam, 'first');
    expect(await hide(mona, 'second')).toEqual([204]);
    expect(await storedPost(post)).toMatchObject({ hidden_by: adam.id, hidden_reason: 'first' });
    expect(await notificationsOf(anna)).toHaveLength(1);
  });

  test('neither owner nor admin replaces the hiding of the other, whose end would publish the post', async ({
    anna,
    adam,
  }) => {
    await hide(anna, 'mine');
    expect(await hide(adam)).toEqual([409, 'This post was hidden by its owner']);
    expect(await storedPost(post)).toMatchObject({ hidden_by: anna.id, hidden_reason: 'mine' });
    await unhide(anna);
    await hide(adam, 'Spam');
    expect(await hide(anna, 'mine')).toEqual([403, 'This post was hidden by an administrator']);
    expect(await storedPost(post)).toMatchObject({ hidden_by: adam.id, hidden_reason: 'Spam' });
  });

  test('hiding a post that is unknown or invisible to the caller answers 404', async ({ anna, bob }) => {
    expect(await outcome(bob.client.rpc('hide_post', { post_id: 999_999 }))).toEqual([404, 'Post not found']);
    await hide(anna);
    expect(await hide(bob)).toEqual([404, 'Post not found']);
    expect(await unhide(bob)).toEqual([404, 'Post not found']);
  });

  test('a reason of more than 500 characters is refused', async ({ adam }) => {
    expect(await hide(adam, 'x'.repeat(501))).toEqual([400, 'Reason too long']);
    expect(await hide(adam, 'x'.repeat(500))).toEqual([204]);
  });

  test('an admin who hides their own post acts as its owner', async ({ adam }) => {
    const own = await world.createPost(adam);
    await adam.client.rpc('hide_post', { post_id: own.id });
    expect(await storedPost(own.id)).toMatchObject({ hidden_by: adam.id, hidden_reason: null });
    expect(await outcome(adam.client.rpc('unhide_post', { post_id: own.id }))).toEqual([204]);
    expect(await notificationsOf(adam)).toEqual([]);
  });

  test('a hidden post is visible to its owner and admins only', async ({ anna, bob, adam }) => {
    expect(await Promise.all((['guest', bob, anna, adam] as const).map(visibleTo))).toEqual([true, true, true, true]);
    await hide(anna);
    expect(await Promise.all((['guest', bob, anna, adam] as const).map(visibleTo))).toEqual([false, false, true, true]);
  });
});

describe('showing a hidden post again', () => {
  test('an owner cannot show a post again that an admin hid, and nothing changes [A257,A595]', async ({
    anna,
    adam,
  }) => {
    await hide(adam);
    expect(await unhide(anna)).toEqual([403, 'This post was hidden by an administrator']);
    expect(await storedPost(post)).toMatchObject({ is_hidden: true, hidden_by: adam.id });
  });

  test('any admin can show a post again, one that its owner hid by naming when', async ({ anna, adam, mona }) => {
    await hide(anna);
    expect(await unhide(mona)).toEqual([409, 'This post was hidden by its owner']);
    const { hidden_at } = await value(adam.client.from('posts').select('hidden_at').eq('id', post).single());
    expect(await outcome(adam.client.rpc('unhide_post', { post_id: post, hidden_at: hidden_at ?? '' }))).toEqual([204]);
    await hide(adam);
    expect(await unhide(mona)).toEqual([204]);
    expect(await storedPost(post)).toMatchObject({ is_hidden: false });
  });

  test('an admin does not undo or reword what another admin did to their own post', async ({ adam, mona }) => {
    const { id } = await world.createPost(adam);
    await mona.client.rpc('hide_post', { post_id: id, reason: 'Twice' });
    const own = [403, 'Another admin decides about what is yours'];
    expect(await outcome(adam.client.rpc('unhide_post', { post_id: id }))).toEqual([
      403,
      'This post was hidden by an administrator',
    ]);
    expect(await outcome(adam.client.rpc('unhide_posts', { post_ids: [id] }))).toEqual(own);
    expect(await outcome(adam.client.rpc('edit_hide_reason', { post_id: id, reason: 'x' }))).toEqual(own);
    expect(await outcome(adam.client.rpc('delete_hidden_posts', { post_ids: [id], reason: 'x' }))).toEqual(own);
    expect(await storedPost(id)).toMatchObject({ hidden_by: mona.id, hidden_reason: 'Twice' });
  });

  test('showing a visible post changes nothing for the owner and is refused to others [A396]', async ({
    anna,
    bob,
  }) => {
    expect(await unhide(anna)).toEqual([204]);
    expect(await unhide(bob)).toEqual([403, 'You are not allowed to unhide this post']);
    expect(await world.guest.rpc('unhide_post', { post_id: post })).toAnswer(401);
  });

  test('an owner can show their post again once the admin who hid it is deleted, and is not notified', async ({
    anna,
  }) => {
    const gone = await world.person('gone', { role: 'admin' });
    await hide(gone);
    await world.sql('delete from public.notifications');
    await world.sql('delete from auth.users where id = $1', [gone.authId]);
    expect(await storedPost(post)).toMatchObject({ is_hidden: true, hidden_by: null });
    expect(await notificationsOf(anna)).toEqual([]);
    expect(await unhide(anna)).toEqual([204]);
  });
});

describe('a former admin', () => {
  test('a former admin loses the rights with the role, though the token still lives', async () => {
    const former = await world.person('former', { role: 'admin' });
    await hide(former);
    await world.sql(`update public.accounts set role = 'user' where profile_id = $1`, [former.id]);
    expect(await unhide(former)).toEqual([404, 'Post not found']);
    expect(await visibleTo(former)).toBe(false);
  });
});

describe('editing and deleting a post', () => {
  const edit = (person: Person) => person.client.from('posts').update({ title: 'Changed' }).eq('id', post).select('id');
  const remove = (person: Person) => person.client.from('posts').delete().eq('id', post).select('id');

  test('only the owner edits and deletes a post [A396,A595]', async ({ anna, bob, adam, mona }) => {
    for (const person of [bob, adam, mona]) {
      expect((await edit(person)).data).toEqual([]);
      expect((await remove(person)).data).toEqual([]);
    }
    expect(await world.guest.from('posts').update({ title: 'Changed' }).eq('id', post)).toAnswer(401);
    expect(await world.guest.from('posts').delete().eq('id', post)).toAnswer(401);
    expect(await storedPost(post)).toMatchObject({ title: 'Steel pipes' });
    expect((await edit(anna)).data).toEqual([{ id: post }]);
    expect((await remove(anna)).data).toEqual([{ id: post }]);
    expect(await storedPost(post)).toBeUndefined();
    expect((await remove(anna)).data).toEqual([]);
  });

  test('an edit leaves a post hidden that an admin hid [A595]', async ({ anna, adam }) => {
    await hide(adam);
    expect((await edit(anna)).data).toEqual([{ id: post }]);
    expect(await storedPost(post)).toMatchObject({ title: 'Changed', is_hidden: true, hidden_by: adam.id });
    expect((await remove(anna)).data).toEqual([{ id: post }]);
  });

  test('quotes outlive an edited and deleted post, with the title of that time', async ({ anna, bob }) => {
    await value(
      bob.client.rpc('submit_quote', {
        quote: { post_id: post, price_text: '1', quantity_text: '1', delivery_time: 'x', description: 'x' },
      }),
    );
    await edit(anna);
    await remove(anna);
    for (const person of [anna, bob]) {
      expect(
        await value(person.client.from('quotes').select('post_id, post_title').eq('post_title', 'Steel pipes')),
      ).toEqual([{ post_id: null, post_title: 'Steel pipes' }]);
    }
    await world.sql('delete from public.quotes');
  });
});

describe('what the owner hears', () => {
  test('the owner is notified of the reason when an admin hides a post, and of its end', async ({
    anna,
    bob,
    adam,
    mona,
  }) => {
    await hide(adam, 'Forbidden goods');
    await unhide(mona);
    const data = { type: 'post', postId: post };
    expect(await notificationsOf(anna)).toEqual([
      { message: 'Your post "Steel pipes" was hidden: Forbidden goods', data, read_at: null },
      { message: 'Your post "Steel pipes" is visible again', data, read_at: null },
    ]);
    for (const person of [adam, mona, bob]) expect(await notificationsOf(person)).toEqual([]);
  });

  test('the owner is notified of the default reason', async ({ anna, adam }) => {
    await hide(adam);
    expect(await notificationsOf(anna)).toMatchObject([
      { message: 'Your post "Steel pipes" was hidden: Violation of the marketplace rules' },
    ]);
  });
});
