import { describe, expect } from 'vitest';
import { z } from 'zod';
import { CATEGORIES, FORM_CATEGORIES } from '../../functions/_shared/domain/categories.ts';
import { postSchema } from '../../functions/_shared/domain/post.ts';
import { world } from '../support/embedded/database.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { ApiClient, POST, signedIn, withToken } from './api-client.ts';

const guest = new ApiClient();
const listSchema = z.array(postSchema.strict());

const create = async (person: Person, change: Record<string, unknown> = {}) => {
  const answer = await withToken(person).post('/api/posts', { ...POST, ...change });
  if (answer.status !== 201) throw new Error(answer.text);
  return postSchema.parse(answer.body);
};
const list = async (query = '', client = guest) => listSchema.parse((await client.get(`/api/posts${query}`)).body);
const stored = (id: number) => world.sql('select * from public.posts where id = $1', [id]);

describe('reading posts', () => {
  test.beforeAll(() => world.reset());

  test('[A204,A206,A428] the list is a bare array of posts with the specified fields, newest first, for everybody', async ({
    anna,
    bob,
  }) => {
    const first = await create(anna, { area: undefined, port: null });
    const second = await create(bob, { title: 'Second' });
    const posts = await list();
    expect(posts.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(posts[1]).toEqual({
      id: first.id,
      userId: anna.id,
      username: 'anna',
      title: POST.title,
      description: POST.description,
      category: 'industrial',
      country: 'vn',
      area: null,
      deliveryAddress: POST.deliveryAddress,
      port: null,
      images: [],
      likes: 0,
      quoteCount: 0,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      updatedAt: expect.any(String),
      isHidden: false,
      hiddenReason: null,
      hiddenBy: null,
    });
  });

  test('[A429] search gives only posts that match, without regard to accents', async ({ anna }) => {
    const tea = await create(anna, { title: 'Trà xanh Thái Nguyên', description: 'Green leaves' });
    for (const term of ['thai nguyen', 'TRÀ', 'green leaves']) {
      expect(
        (await list(`?search=${encodeURIComponent(term)}`)).map(({ id }) => id),
        term,
      ).toEqual([tea.id]);
    }
    expect(await list('?search=zzzzqqqq')).toEqual([]);
    expect((await list('?search=')).length).toBeGreaterThan(1);
  });

  test('[A430] the list without a search is complete', async () => {
    const [{ count } = { count: 0 }] = await world.sql<{ count: number }>(
      'select count(*)::int as count from public.posts where not is_hidden',
    );
    expect(count).toBeGreaterThan(2);
    expect(await list()).toHaveLength(count);
  });

  test('[A737] open, closing and posted narrow the list, and closing sorts it; other values are refused', async ({
    anna,
  }) => {
    const country = 'jp';
    const [ended, soon, later, always] = [
      await create(anna, { country }),
      await create(anna, { country }),
      await create(anna, { country }),
      await create(anna, { country }),
    ];
    for (const [{ id }, days] of [
      [ended, -1],
      [later, 20],
      [soon, 2],
    ] as const)
      await world.sql(`update public.posts set quote_deadline = now() + $2 * interval '1 day' where id = $1`, [
        id,
        days,
      ]);
    await world.sql(`update public.posts set created_at = now() - interval '9 days' where id = $1`, [always.id]);
    const ids = async (query: string) => (await list(`?country=${country}&${query}`)).map(({ id }) => id);
    expect(await ids('open=false')).toEqual([always.id, later.id, soon.id, ended.id]);
    expect(await ids('open=true')).toEqual([always.id, later.id, soon.id]);
    expect(await ids('closing=3')).toEqual([soon.id]);
    expect(await ids('posted=7')).toEqual([later.id, soon.id, ended.id]);
    expect(await ids('sort=closing')).toEqual([soon.id, later.id, always.id, ended.id]);
    expect(await ids('sort=closing&open=true&page=2&limit=2')).toEqual([always.id]);
    expect((await guest.get(`/api/posts?country=${country}&open=true&limit=1`)).headers.get('x-total-count')).toBe('3');
    for (const query of ['open=maybe', 'closing=0', 'closing=366', 'closing=1.5', 'posted=x', 'sort=price'])
      expect((await guest.get(`/api/posts?${query}`)).body, query).toMatchObject({ code: 'invalid_input' });
  });

  test('country, category, page and limit narrow the list', async ({ anna }) => {
    const [de, textile] = [
      await create(anna, { country: 'Germany', category: 'legal' }),
      await create(anna, { country: 'de', category: 'textile' }),
    ];
    const ids = async (query: string) => (await list(query)).map(({ id }) => id);
    expect(await ids('?country=de')).toEqual([textile.id, de.id]);
    expect(await ids('?country=Germany&category=legal')).toEqual([de.id]);
    expect(await ids('?category=textiles,legal')).toEqual([textile.id, de.id]);
    expect(await ids('?country=de&page=2&limit=1')).toEqual([de.id]);
    for (const query of ['?page=0', '?limit=0', '?limit=1001', '?page=x', `?search=${'x'.repeat(201)}`]) {
      expect(await guest.get(`/api/posts${query}`), query).toAnswer(400);
    }
  });

  test('[A402] the paths of a post and of the own posts answer their owner', async ({ anna, bob }) => {
    const post = await create(anna);
    const client = await signedIn(anna);
    for (const path of [
      `/api/posts/${post.id}`,
      `/api/posts/${post.id}/quotes`,
      `/api/posts/${post.id}/like`,
      '/api/user/posts',
      '/api/user/posts/quotes',
      '/api/my-quotes',
    ]) {
      expect(await client.get(path), path).toAnswer(200);
    }
    expect((await guest.get(`/api/posts/${post.id}`)).body).toMatchObject({ id: post.id });
    expect(await guest.get('/api/user/posts')).toAnswer(401);
    const own = listSchema.parse((await withToken(bob).get('/api/user/posts')).body);
    expect(own.every(({ userId }) => userId === bob.id)).toBe(true);
  });
});

describe('creating posts', () => {
  test.beforeAll(() => world.reset());

  test('[A431,A205] a created post is answered and is in the list', async ({ anna }) => {
    const client = await signedIn(anna);
    const answer = await client.post('/api/posts', { ...POST, country: 'Vietnam' });
    expect(answer).toAnswer(
      201,
      expect.objectContaining({ userId: anna.id, username: 'anna', title: POST.title, country: 'vn', area: 'North' }),
    );
    expect(await list()).toContainEqual(answer.body);
  });

  test('[A432] a guest gets 401, and nothing is stored', async () => {
    const before = await list();
    expect(await guest.post('/api/posts', POST)).toAnswer(401);
    expect(await list()).toEqual(before);
  });

  test('[A209] each of the 21 schema categories is accepted', async ({ anna }) => {
    for (const category of CATEGORIES.slice(0, 21)) expect((await create(anna, { category })).category).toBe(category);
  });

  test('[A210] each of the 19 form categories is accepted', async ({ anna }) => {
    for (const { value } of FORM_CATEGORIES) expect((await create(anna, { category: value })).category).toBe(value);
  });

  const refused = async (anna: Person, change: Record<string, unknown>) => {
    const { status, body } = await withToken(anna).post('/api/posts', { ...POST, ...change });
    return { status, body };
  };
  const refusal = (path: string, message: string) => ({ status: 400, body: { message, errors: [{ path, message }] } });

  test('[A211] a category in no list is refused', async ({ anna }) => {
    expect(await refused(anna, { category: 'banana' })).toMatchObject(refusal('category', 'Please select a category'));
  });

  test('[A310,A313,A315,A316,A318] required fields cannot be empty or white space', async ({ anna }) => {
    const texts = {
      title: 'Title is required',
      description: 'Description is required',
      category: 'Please select a category',
      deliveryAddress: 'Delivery address is required',
      country: 'Country is required',
    };
    for (const [path, text] of Object.entries(texts)) {
      for (const empty of ['', ' \t\n', undefined, null]) {
        expect(await refused(anna, { [path]: empty }), path).toMatchObject(refusal(path, text));
      }
    }
  });

  test('[A311] a title of 200 characters is accepted, 201 is too long', async ({ anna }) => {
    expect(await refused(anna, { title: 'x'.repeat(200) })).toAnswer(201);
    expect(await refused(anna, { title: 'x'.repeat(201) })).toMatchObject(refusal('title', 'Title too long'));
  });

  test('[A314] a description of 5000 characters is accepted, 5001 is too long', async ({ anna }) => {
    expect(await refused(anna, { description: '😀'.repeat(2500) })).toAnswer(201);
    expect(await refused(anna, { description: 'ệ'.repeat(5000) })).toAnswer(201);
    expect(await refused(anna, { description: 'x'.repeat(5001) })).toMatchObject(
      refusal('description', 'Description too long'),
    );
  });

  test('[A317] a delivery address of 1 or 100 characters is accepted, 101 is not', async ({ anna }) => {
    expect(await refused(anna, { deliveryAddress: 'x' })).toAnswer(201);
    expect(await refused(anna, { deliveryAddress: 'x'.repeat(100) })).toAnswer(201);
    expect(await refused(anna, { deliveryAddress: 'x'.repeat(101) })).toMatchObject(
      refusal('deliveryAddress', 'Invalid input'),
    );
  });

  test('an area has up to 30, a port 50 and a country 60 characters', async ({ anna }) => {
    expect(await refused(anna, { area: 'x'.repeat(30), port: 'x'.repeat(50), country: 'x'.repeat(60) })).toAnswer(201);
    expect(await refused(anna, { area: 'x'.repeat(31) })).toMatchObject(refusal('area', 'Invalid input'));
    expect(await refused(anna, { port: 'x'.repeat(51) })).toMatchObject(refusal('port', 'Invalid input'));
    expect(await refused(anna, { country: 'x'.repeat(61) })).toAnswer(400);
  });

  test('[A324,A328] images are optional, at most five', async ({ anna }) => {
    const image = 'https://images.example.com/a.png';
    expect(await refused(anna, { images: undefined })).toAnswer(201);
    expect(await refused(anna, { images: Array(5).fill(image) })).toMatchObject({
      status: 201,
      body: { images: Array(5).fill(image) },
    });
    expect(await refused(anna, { images: Array(6).fill(image) })).toMatchObject(refusal('images', 'Invalid input'));
  });

  test("scripts and other people's files are no images", async ({ bob, anna }) => {
    const foreign = `${bob.authId}/00000000-0000-4000-8000-000000000000.png`;
    for (const image of [
      'javascript:alert(1)',
      'data:text/html,x',
      '../secret',
      'http://plain.example.com/a.png',
      foreign,
    ]) {
      expect(await refused(anna, { images: [image] }), image).toAnswer(400);
    }
  });

  test('owner, counters, hidden state, id and times cannot be chosen', async ({ anna, bob, adam }) => {
    const before = Date.now() - 60_000;
    const post = await create(anna, {
      id: 999_999,
      userId: bob.id,
      user_id: bob.id,
      username: 'bob',
      likes: 99,
      quoteCount: 99,
      isHidden: true,
      is_hidden: true,
      hiddenBy: adam.id,
      createdAt: '2001-01-01',
      created_at: '2001-01-01',
    });
    expect(post).toMatchObject({
      userId: anna.id,
      username: 'anna',
      likes: 0,
      quoteCount: 0,
      isHidden: false,
      hiddenBy: null,
    });
    expect(post.id).toBeLessThan(999_999);
    expect(Date.parse(post.createdAt)).toBeGreaterThan(before);
  });

  test('a repeated Idempotency-Key answers the first post, for its author alone', async ({ anna, bob }) => {
    const send = (person: Person, title: string) =>
      withToken(person).post('/api/posts', { ...POST, title }, { headers: { 'Idempotency-Key': 'order-17' } });
    const [first, again, other] = [await send(anna, 'Once'), await send(anna, 'Once'), await send(bob, 'Mine')];
    expect(again).toAnswer(first.status, first.body);
    expect(other.body).toMatchObject({ title: 'Mine', userId: bob.id });
  });
});

describe('changing posts', () => {
  test.beforeEach(() => world.reset());

  test('[A433] the owner edits; the answer is the updated post', async ({ anna }) => {
    const post = await create(anna);
    const answer = await (
      await signedIn(anna)
    ).put(`/api/posts/${post.id}`, { ...POST, title: 'Copper tubes', country: 'de', port: '' });
    expect(answer).toAnswer(
      200,
      expect.objectContaining({
        id: post.id,
        title: 'Copper tubes',
        country: 'de',
        port: null,
        createdAt: post.createdAt,
      }),
    );
    expect(Date.parse(postSchema.parse(answer.body).updatedAt)).toBeGreaterThan(Date.parse(post.updatedAt));
  });

  test('an invalid edit changes nothing', async ({ anna }) => {
    const post = await create(anna);
    expect(await withToken(anna).put(`/api/posts/${post.id}`, { ...POST, title: '' })).toAnswer(400);
    expect(await guest.get(`/api/posts/${post.id}`)).toAnswer(200, post);
  });

  test('an edit cannot hand the post over or touch its counters', async ({ anna, bob }) => {
    const post = await create(anna);
    await withToken(anna).put(`/api/posts/${post.id}`, {
      ...POST,
      userId: bob.id,
      user_id: bob.id,
      likes: 9,
      isHidden: true,
    });
    expect((await guest.get(`/api/posts/${post.id}`)).body).toMatchObject({
      userId: anna.id,
      likes: 0,
      isHidden: false,
    });
  });

  test('[A434,A260] the owner deletes for good', async ({ anna }) => {
    const post = await create(anna);
    const client = await signedIn(anna);
    expect(await client.delete(`/api/posts/${post.id}`)).toAnswer(200);
    expect(await client.get(`/api/posts/${post.id}`)).toAnswer(404);
    expect(await list()).toEqual([]);
    expect(await client.get('/api/user/posts')).toAnswer(200, []);
    for (const call of [
      client.delete(`/api/posts/${post.id}`),
      client.put(`/api/posts/${post.id}`, POST),
      client.patch(`/api/posts/${post.id}/unhide`),
    ]) {
      expect(await call).toAnswer(404);
    }
    expect(await stored(post.id)).toEqual([]);
  });

  test('[A437,A254] the owner hides with or without a reason, and unhides', async ({ anna, bob }) => {
    const post = await create(anna);
    const client = await signedIn(anna);
    for (const [body, reason] of [
      [undefined, null],
      [{ reason: 'Sold out' }, 'Sold out'],
      [{}, null],
    ] as const) {
      expect(await client.patch(`/api/posts/${post.id}/hide`, body)).toAnswer(200);
      const hidden = await client.get(`/api/posts/${post.id}`);
      expect(hidden.body).toMatchObject({ isHidden: true, hiddenBy: anna.id, hiddenReason: reason });
      expect(await guest.get(`/api/posts/${post.id}`)).toAnswer(404);
      expect(await list('', withToken(bob))).toEqual([]);
      expect(await client.patch(`/api/posts/${post.id}/unhide`)).toAnswer(200);
      expect((await guest.get(`/api/posts/${post.id}`)).body).toMatchObject({
        isHidden: false,
        hiddenBy: null,
        hiddenReason: null,
      });
    }
    expect(await client.patch(`/api/posts/${post.id}/hide`, { reason: 'x'.repeat(501) })).toAnswer(400);
  });

  test('[A435] a reason can be given for hiding a post', async ({ anna, adam }) => {
    const post = await create(anna);
    const answer = await withToken(adam).patch(`/api/posts/${post.id}/hide`, { reason: 'Spam' });
    expect(answer).toAnswer(200, expect.objectContaining({ isHidden: true, hiddenReason: 'Spam' }));
  });

  test("[A396] bob's edit, delete, hide and unhide on anna's post answer 403 and change nothing", async ({
    anna,
    bob,
  }) => {
    const post = await create(anna);
    const before = await stored(post.id);
    const client = await signedIn(bob);
    for (const call of [
      client.put(`/api/posts/${post.id}`, { ...POST, title: 'Mine now' }),
      client.delete(`/api/posts/${post.id}`),
      client.patch(`/api/posts/${post.id}/hide`, { reason: 'x' }),
      client.patch(`/api/posts/${post.id}/unhide`),
    ]) {
      const answer = await call;
      expect(answer).toAnswer(403, expect.objectContaining({ message: expect.any(String) }));
    }
    expect(await stored(post.id)).toEqual(before);
  });

  test('a guest gets 401 for each of them', async ({ anna }) => {
    const post = await create(anna);
    for (const call of [
      guest.put(`/api/posts/${post.id}`, POST),
      guest.delete(`/api/posts/${post.id}`),
      guest.patch(`/api/posts/${post.id}/hide`),
      guest.patch(`/api/posts/${post.id}/unhide`),
    ]) {
      expect(await call).toAnswer(401);
    }
  });

  test('an admin neither edits nor deletes the posts of others', async ({ anna, adam }) => {
    const post = await create(anna);
    expect(await withToken(adam).put(`/api/posts/${post.id}`, POST)).toAnswer(403);
    expect(await withToken(adam).delete(`/api/posts/${post.id}`)).toAnswer(403);
    expect(await stored(post.id)).toHaveLength(1);
  });

  test("[A397,A208,A257] a post hidden by adam carries his id, and anna's unhide answers 403 and changes nothing", async ({
    anna,
    adam,
  }) => {
    const post = await create(anna);
    const hide = await (await signedIn(adam)).patch(`/api/posts/${post.id}/hide`);
    expect(hide).toAnswer(200, expect.objectContaining({ hiddenBy: adam.id, isHidden: true }));
    const client = await signedIn(anna);
    const unhide = await client.patch(`/api/posts/${post.id}/unhide`);
    expect(unhide).toAnswer(403, expect.objectContaining({ message: 'This post was hidden by an administrator' }));
    expect((await client.get(`/api/posts/${post.id}`)).body).toMatchObject({ isHidden: true, hiddenBy: adam.id });
    expect(await withToken(adam).patch(`/api/posts/${post.id}/unhide`)).toAnswer(200);
    expect(await guest.get(`/api/posts/${post.id}`)).toAnswer(200);
  });
});
