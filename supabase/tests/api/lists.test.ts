import { describe, expect } from 'vitest';
import { z } from 'zod';
import { fileTest } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { type Answer, type ApiClient, QUOTE, withToken } from './api-client.ts';

const POSTS = 7;

const test = fileTest.extend('client', ({ anna }) => withToken(anna));

test.beforeAll(async ({ world }) => {
  const [anna, bob] = [await world.person('anna'), await world.person('bob')];
  for (let index = 0; index < POSTS; index += 1) {
    const post = await world.createPost(anna);
    await withToken(bob).post('/api/quotes', { ...QUOTE, postId: post.id });
    await world
      .person(`carl${index}`)
      .then((person) =>
        withToken(person).post('/api/reviews', { reviewedUserId: bob.id, rating: 5, comment: 'Quick' }),
      );
  }
});

const ids = ({ body }: Answer) =>
  z
    .array(z.object({ id: z.number() }))
    .parse(body)
    .map(({ id }) => id);
const total = ({ headers }: Answer) => headers.get('X-Total-Count');
const linkTo = (rel: string, { headers }: Answer) =>
  new RegExp(`<([^>]+)>; rel="${rel}"`).exec(headers.get('Link') ?? '')?.[1];

/** Follows the links to the next part to the end; answers the ids of each part. */
async function walk(reader: ApiClient, path: string): Promise<number[][]> {
  const parts: number[][] = [];
  for (let next: string | undefined = path; next;) {
    const answer: Answer = await reader.get(next);
    expect(answer, next).toAnswer(200);
    parts.push(ids(answer));
    next = linkTo('next', answer);
  }
  return parts;
}

describe('a list that is read in parts', () => {
  test.for([
    ['posts', '/api/posts?limit=3', (anna: Person) => withToken(anna)],
    ['my posts', '/api/user/posts?limit=3', (anna: Person) => withToken(anna)],
    ['quotes on my posts', '/api/user/posts/quotes?limit=3', (anna: Person) => withToken(anna)],
    ['my quotes', '/api/my-quotes?limit=3', (_anna: Person, bob: Person) => withToken(bob)],
    ['notifications', '/api/notifications?limit=3', (_anna: Person, bob: Person) => withToken(bob)],
    ['reviews of a user', '/api/reviews/user/BOB?limit=3', (anna: Person) => withToken(anna)],
    ['my reviews', '/api/my-reviews?tab=received&limit=3', (_anna: Person, bob: Person) => withToken(bob)],
  ] as const)(
    'the list has its total, and its links lead through all rows once: %s',
    async ([_name, path, readerOf], { anna, bob }) => {
      const reader = readerOf(anna, bob);
      const address = path.replace('BOB', String(bob.id));
      const whole = await reader.get(address.replace('limit=3', ''));
      const parts = await walk(reader, address);
      expect(parts.flat()).toEqual(ids(whole));
      expect(parts.flat().length).toBeGreaterThanOrEqual(POSTS);
      expect(parts.slice(0, -1).every((part) => part.length === 3)).toBe(true);
      expect(total(await reader.get(address))).toBe(String(parts.flat().length));
    },
  );

  test('a new row does not shift a list: the next page goes on after the last row seen', async ({
    world,
    anna,
    client,
  }) => {
    const first = await client.get('/api/user/posts?limit=3');
    const added = await world.createPost(anna);
    const next = await client.get(linkTo('next', first) ?? '');
    expect(ids(next)).not.toContain(added.id);
    expect(new Set([...ids(first), ...ids(next)]).size).toBe(6);
    await world.sql(`delete from public.posts where id = ${added.id} returning id`);
  });

  test('a page has a link to the one before, keeps its filters, and is empty behind the last', async ({
    bob,
    client,
  }) => {
    const second = await client.get('/api/posts?search=steel&page=2&limit=2');
    expect(linkTo('prev', second)).toBe('/api/posts?search=steel&page=1&limit=2');
    for (const path of ['/api/posts?page=99&limit=2', `/api/reviews/user/${bob.id}?page=99&limit=2`]) {
      const behind = await client.get(path);
      expect(behind, path).toAnswer(200, []);
      expect(linkTo('next', behind), path).toBeUndefined();
    }
  });

  test('pages without size and invalid cursors are refused', async ({ client }) => {
    for (const query of ['limit=0', 'limit=1001', 'before=0', 'before=x', 'before=1.5']) {
      expect(await client.get(`/api/user/posts?${query}`), query).toAnswer(400);
    }
  });
});

describe('an answer that is read again', () => {
  test('an unchanged answer is not sent again', async ({ client }) => {
    for (const path of ['/api/posts', '/api/user']) {
      const first = await client.get(path);
      const tag = first.headers.get('ETag') ?? '';
      expect(tag, path).toMatch(/^(W\/)?"[0-9a-f]+"$/);
      const again = await client.get(path, { headers: { 'If-None-Match': tag } });
      expect([again.status, again.text], path).toEqual([304, '']);
    }
  });

  test('a changed answer is sent again, and its headers say who can cache it', async ({ world, anna, client }) => {
    const first = await client.get('/api/posts');
    const added = await world.createPost(anna);
    const again = await client.get('/api/posts', { headers: { 'If-None-Match': first.headers.get('ETag') ?? '' } });
    expect([again.status, ids(again)[0]]).toEqual([200, added.id]);
    expect(again.headers.get('Cache-Control')).toBe('private, no-cache');
    expect(again.headers.get('Vary')).toMatch(/Authorization, Cookie/);
    expect((await client.get('/api/user')).headers.get('Cache-Control')).toBe('no-store');
  });
});

describe('parts of a list that are asked for', () => {
  const first = (answer: Answer) => z.array(z.record(z.string(), z.unknown())).parse(answer.body)[0] ?? {};

  test('posts include whether they take quotes, and their requirements, as their own calls answer', async ({
    client,
  }) => {
    const plain = first(await client.get('/api/posts'));
    for (const path of ['/api/posts', '/api/user/posts']) {
      const { state, requirements, ...post } = first(await client.get(`${path}?include=requirements,%20status`));
      const { body } = await client.get(`/api/posts/${String(plain.id)}/requirements`);
      expect(post, path).toEqual(plain);
      expect({ ...Object(requirements), state, documents: [] }, path).toEqual(body);
    }
    expect(first(await client.get('/api/posts?include=status'))).toEqual({ ...plain, state: 'open' });
  });

  test('quotes include their status and decision for both parties, as their own call answers', async ({
    client,
    bob,
  }) => {
    const supplier = withToken(bob);
    const plain = first(await supplier.get('/api/my-quotes'));
    const { body: decision } = await supplier.get(`/api/quotes/${String(plain.id)}/decision`);
    const lists: [ApiClient, string][] = [
      [supplier, '/api/my-quotes'],
      [client, '/api/user/posts/quotes'],
      [client, `/api/posts/${String(plain.postId)}/quotes`],
    ];
    for (const [reader, path] of lists)
      expect(first(await reader.get(`${path}?include=status,decision`)), path).toEqual({
        ...plain,
        status: 'pending',
        decision,
      });
  });

  test('a part that a list does not have is refused with its field', async ({ client }) => {
    for (const path of [
      '/api/posts?include=decision',
      '/api/user/posts?include=all',
      '/api/user/posts/quotes?include=requirements',
    ])
      expect(await client.get(path), path).toAnswer(400, expect.objectContaining({ code: 'invalid_input' }));
  });

  test('a refusal does not name thousands of parts that no list has', async ({ client }) => {
    const { status, body } = await client.get(`/api/posts?include=${'x,'.repeat(5_000)}`);
    expect([status, JSON.stringify(body).length]).toEqual([400, expect.toSatisfy((length) => length < 1_000)]);
  });
});

describe('headers for operators of a client', () => {
  test('a long answer comes compressed to whoever takes it so', async ({ world }) => {
    for (const base of [`${world.supabaseUrl}/functions/v1`, world.webUrl]) {
      const answer = await fetch(`${base}/api/openapi.json`, { headers: { 'Accept-Encoding': 'gzip' } });
      expect(answer.headers.get('Content-Encoding'), base).toBe('gzip');
      await answer.body?.cancel();
      const plain = await fetch(`${base}/api/openapi.json`, { headers: { 'Accept-Encoding': 'identity' } });
      expect(plain.headers.get('Content-Encoding'), base).toBeNull();
      await plain.body?.cancel();
    }
  });

  test('every answer has a request id: the one that was sent, where it is one', async ({ client }) => {
    const own = await client.get('/api/posts', { headers: { 'X-Request-Id': 'order-17' } });
    expect(own.headers.get('X-Request-Id')).toBe('order-17');
    for (const id of ['x'.repeat(65), 'two words', '<b>']) {
      const answer = await client.get('/api/nothing', { headers: { 'X-Request-Id': id } });
      expect(answer.headers.get('X-Request-Id'), id).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('a call that uses limits of the caller says what is left of each, and one that uses none says nothing', async ({
    world,
    anna,
    bob,
  }) => {
    const limits = (answer: Answer) =>
      [answer.headers.get('RateLimit-Policy'), answer.headers.get('RateLimit')].map(
        (value) => value?.replace(/t=\d+/g, 't=…') ?? null,
      );
    const created = await withToken(anna).post('/api/posts', {
      title: 'Tubes',
      description: 'Steel',
      category: 'industrial',
      country: 'de',
      deliveryAddress: 'Dock 4',
    });
    expect(created).toAnswer(201);
    expect(limits(created)).toEqual(['"post";q=100;w=86400', expect.stringMatching(/^"post";r=\d\d;t=…$/)]);
    const { id } = await world.createPost(anna);
    const asked = async (question: string) =>
      limits(await withToken(bob).post(`/api/posts/${id}/questions`, { question }));
    expect(await asked('Which steel?')).toEqual(['"question";q=20;w=86400', '"question";r=19;t=…']);
    expect(await asked('Which length?')).toEqual(['"question";q=20;w=86400', '"question";r=18;t=…']);
    const read = await withToken(bob).get(`/api/posts/${id}`);
    expect(limits(read)).toEqual([null, null]);
  });

  test('a used-up limit is named with its size and its end', async ({ world, bob }) => {
    await world.sql(`select private.consume_rate_limit('post', $1) from generate_series(1, 90)`, [String(bob.id)]);
    await world.sql(
      `update private.rate_limit_uses set used = 100 where action = 'post' and subject = $1 returning used`,
      [String(bob.id)],
    );
    const answer = await withToken(bob).post('/api/posts', {
      title: 'Tubes',
      description: 'Steel',
      category: 'industrial',
      country: 'de',
      deliveryAddress: 'Dock 4',
    });
    const seconds = answer.headers.get('Retry-After');
    expect(answer).toAnswer(429);
    expect(answer.headers.get('RateLimit-Policy')).toBe('"post";q=100;w=86400');
    expect(answer.headers.get('RateLimit')).toBe(`"post";r=0;t=${seconds}`);
  });
});
