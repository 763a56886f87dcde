import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { CATEGORIES } from '../../functions/_shared/domain/categories.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import type { Person, PostInput } from '../support/world.ts';
import { outcome, storedPost, value } from './support.ts';

test.beforeAll(async ({ world }) => {
  // The limit on new posts has a test of its own.
  await world.sql(`update private.app_settings set value = 'false' where key = 'rate_limits_enabled'`);
});

const input = (fields: PostInput = {}) => ({
  title: 'Steel pipes',
  description: 'DN 100',
  category: 'industrial',
  country: 'vn',
  delivery_address: 'Hai Phong',
  ...fields,
});
const insert = (person: Person, fields: PostInput = {}) => outcome(person.client.from('posts').insert(input(fields)));

describe('a new post', () => {
  test('a new post belongs to its author and is visible, with counters at zero', async ({ world, anna }) => {
    const { id } = await value(anna.client.from('posts').insert(input()).select('id').single());
    expect(await storedPost(id)).toMatchObject({ user_id: anna.id, is_hidden: false });
    expect(
      await value(
        world.guest
          .from('posts')
          .select('id, owner:profiles!posts_user_id_fkey(username), counters:post_counters(likes, quotes)')
          .eq('id', id),
      ),
    ).toEqual([{ id, owner: { username: 'anna' }, counters: { likes: 0, quotes: 0 } }]);
  });

  test('a guest cannot post', async ({ world }) => {
    expect(await world.guest.from('posts').insert(input())).toAnswer(401);
  });

  test('a post with a used client id is refused as a repeat, and the first one can be found', async ({ anna, bob }) => {
    const client_id = randomUUID();
    const { id } = await value(anna.client.from('posts').insert(input({ client_id })).select('id').single());
    const { status, error } = await anna.client.from('posts').insert(input({ client_id }));
    expect([status, error?.code]).toEqual([409, '23505']);
    expect(await value(anna.client.from('posts').select('id, title').eq('client_id', client_id))).toEqual([
      { id, title: 'Steel pipes' },
    ]);
    expect(await insert(bob, { client_id })).toEqual([201]);
  });

  test('a text that is far too long is refused before the words of the search are made of it', async ({ anna }) => {
    const { id } = await value(anna.client.from('posts').insert(input()).select('id').single());
    for (const fields of [{ description: 'é'.repeat(10_001) }, { title: '中'.repeat(300_000) }]) {
      expect(await insert(anna, fields)).toEqual([400, 'Text too long']);
      expect(await outcome(anna.client.from('posts').update(fields).eq('id', id))).toEqual([400, 'Text too long']);
    }
  });

  test('an upsert cannot overwrite a post of somebody else', async ({ anna, bob }) => {
    const client_id = randomUUID();
    const { id } = await value(anna.client.from('posts').insert(input({ client_id })).select('id').single());
    // His own row of that client id comes to be, or the answer is a refusal.
    for (const ignoreDuplicates of [false, true]) {
      await bob.client
        .from('posts')
        .upsert(input({ client_id, title: 'Over' }), { onConflict: 'user_id,client_id', ignoreDuplicates });
    }
    expect(await storedPost(id)).toMatchObject({ title: 'Steel pipes', user_id: anna.id });
  });

  test('a post accepts each known category', async ({ anna }) => {
    for (const category of CATEGORIES) expect(await insert(anna, { category }), category).toEqual([201]);
  });

  test.for<[string, PostInput]>([
    ['no title', { title: '' }],
    ['a title of white space', { title: ' \n\t ' }],
    ['a title of 201 characters', { title: 'x'.repeat(201) }],
    ['no description', { description: ' ' }],
    ['a description of 5001 characters', { description: 'x'.repeat(5001) }],
    ['an unknown category', { category: 'banana' }],
    ['no country', { country: '' }],
    ['a country of 61 characters', { country: 'x'.repeat(61) }],
    ['no address', { delivery_address: '' }],
    ['an address of 101 characters', { delivery_address: 'x'.repeat(101) }],
    ['an area of 31 characters', { area: 'x'.repeat(31) }],
    ['a port of 51 characters', { port: 'x'.repeat(51) }],
    ['six pictures', { images: Array.from({ length: 6 }, (_, n) => `https://example.com/${n}.png`) }],
    ['a picture that is not there', { images: ['x.png'] }],
    ['a picture by an open address', { images: ['http://example.com/a.png'] }],
    ['a picture that is a script', { images: ['javascript:alert(1)'] }],
    ['an address with white space as picture', { images: ['https://example.com/a b.png'] }],
  ] as const)('a post with %s is refused', async ([_what, fields], { anna }) => {
    expect((await insert(anna, fields))[0]).toBe(400);
  });

  test.for<[string, PostInput]>([
    [
      'the longest texts',
      {
        title: 'x'.repeat(200),
        description: 'x'.repeat(5000),
        delivery_address: 'x'.repeat(100),
        area: 'x'.repeat(30),
        port: 'x'.repeat(50),
        country: 'x'.repeat(60),
      },
    ],
    ['letters of any script', { title: 'Thép tấm Đặc Biệt 钢板 🙂', description: '\u0301\u202e' }],
    ['five pictures elsewhere', { images: Array.from({ length: 5 }, (_, n) => `https://example.com/${n}.png`) }],
    ['neither area nor port', { area: null, port: null }],
  ] as const)('a post with %s is accepted', async ([_what, fields], { anna }) => {
    expect(await insert(anna, fields)).toEqual([201]);
  });

  test('a post refuses nested pictures, gaps among them and unknown ones behind the fifth place', async ({
    world,
    anna,
  }) => {
    for (const images of [
      '{{https://a.example/1.png,https://a.example/2.png},{https://a.example/3.png,https://a.example/4.png}}',
      '{NULL}',
      '[7:7]={someone/else.png}',
    ]) {
      await expect(
        world.sql(
          `with me as (select set_config('request.jwt.claims', $1, true))
           insert into public.posts (user_id, title, description, category, country, delivery_address, images)
           select $2, 'x', 'x', 'food', 'vn', 'x', $3::text[] from me`,
          [JSON.stringify({ sub: anna.authId, role: 'authenticated' }), anna.id, images],
        ),
      ).rejects.toThrow(/posts_images_are_a_list|Unknown image/);
    }
  });
});

describe('an edited post', () => {
  test('an edited post gets a new time of change, and only when it was changed', async ({ world, anna }) => {
    const { id } = await world.createPost(anna);
    await world.sql(`update public.posts set updated_at = '2020-01-01' where id = $1 returning id`, [id]);
    const changedAt = async () =>
      (await value(anna.client.from('posts').select('updated_at').eq('id', id).single())).updated_at;
    await anna.client.from('posts').update({ category: 'food' }).eq('id', id);
    expect(await changedAt()).toContain('2020-01-01');
    await anna.client.from('posts').update({ title: 'Changed' }).eq('id', id);
    expect(await changedAt()).not.toContain('2020-01-01');
  });

  test('an edited post keeps its pictures and refuses others that do not exist', async ({ world, anna }) => {
    const { id } = await world.createPost(anna, { images: ['https://example.com/1.png'] });
    await world.sql(`update public.posts set images = array['from/elsewhere.png'] where id = $1 returning id`, [id]);
    const edit = (images: string[]) => outcome(anna.client.from('posts').update({ images }).eq('id', id));
    expect(await edit(['from/elsewhere.png', 'https://example.com/2.png'])).toEqual([204]);
    expect((await edit(['from/elsewhere.png', 'from/other.png']))[0]).toBe(400);
  });
});

describe('totals per country and category', () => {
  test('totals per country and category follow each change and have no empty rows', async ({ world, anna, bob }) => {
    const total = async (country: string) =>
      value(world.guest.from('post_totals').select('category, visible_count').eq('country', country).order('category'));
    const first = await world.createPost(anna, { country: 'xa', category: 'food' });
    await world.createPost(bob, { country: 'xa', category: 'food' });
    expect(await total('xa')).toEqual([{ category: 'food', visible_count: 2 }]);
    await anna.client.from('posts').update({ category: 'energy' }).eq('id', first.id);
    expect(await total('xa')).toEqual([
      { category: 'energy', visible_count: 1 },
      { category: 'food', visible_count: 1 },
    ]);
    await anna.client.rpc('hide_post', { post_id: first.id });
    expect(await total('xa')).toEqual([{ category: 'food', visible_count: 1 }]);
    await anna.client.from('posts').update({ country: 'xb' }).eq('id', first.id);
    expect(await total('xb')).toEqual([]);
    await anna.client.rpc('unhide_post', { post_id: first.id });
    expect(await total('xb')).toEqual([{ category: 'energy', visible_count: 1 }]);
    await anna.client.from('posts').delete().eq('id', first.id);
    expect(await total('xb')).toEqual([]);
  });
});

test('the feed asked for as a user is refused without a session that is one, whatever is found', async ({
  world,
  anna,
  bob,
}) => {
  await world.createPost(anna);
  const ended = world.withToken(bob.accessToken);
  await bob.client.auth.signOut();
  for (const search of ['steel', 'found nowhere']) {
    const feed = (client: typeof ended) => outcome(client.rpc('list_posts', { search, as_user: true }));
    expect(await feed(anna.client)).toEqual([200]);
    expect(await feed(world.guest)).toEqual([401, 'Authentication required']);
    expect(await feed(ended)).toEqual([401, 'Authentication required']);
    // So is every other read: a list of what a guest sees would pass for the user's own.
    expect(await outcome(ended.rpc('list_posts', { search }))).toEqual([401, 'Authentication required']);
  }
});

test('counters of a hidden post are read by its owner and admins only, until it is shown again', async ({
  world,
  anna,
  bob,
  adam,
}) => {
  const { id } = await world.createPost(anna);
  const readers = async () => {
    const found: boolean[] = [];
    for (const client of [world.guest, bob.client, anna.client, adam.client])
      found.push((await value(client.from('post_counters').select('likes').eq('post_id', id))).length === 1);
    return found;
  };
  expect(await readers()).toEqual([true, true, true, true]);
  await anna.client.rpc('hide_post', { post_id: id });
  expect(await readers()).toEqual([false, false, true, true]);
  await anna.client.rpc('unhide_post', { post_id: id });
  expect(await readers()).toEqual([true, true, true, true]);
});
