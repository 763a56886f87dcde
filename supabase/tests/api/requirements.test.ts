/* The requirements of a post and its end, through /api: docs/product.md. */
import { describe, expect } from 'vitest';
import { fileTest as test } from '../support/embedded/test.ts';
import { requirementsSchema } from '../../functions/_shared/domain/requirements-schema.ts';
import { ApiClient, POST, QUOTE, withToken } from './api-client.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const dayIn = (days: number) => inDays(days).slice(0, 10);

const REQUIREMENTS = {
  quantity: 20,
  unit: 't',
  targetPrice: 640.5,
  targetCurrency: 'EUR',
  neededBy: dayIn(60),
  quoteDeadline: inDays(7),
  incoterm: 'CIF',
};
const NONE = {
  ...requirementsSchema.parse({}),
  documents: [],
  state: 'open',
  closedAt: null,
  closedReason: null,
};
const idOf = (body: unknown) => Number(Object(body).id);
const requirementsOf = async (id: number) => (await new ApiClient().get(`/api/posts/${id}/requirements`)).body;

describe('requirements of a post', () => {
  test('[A620,A629] requirements are stored with the post, and answered by a call of their own', async ({ anna }) => {
    const client = withToken(anna);
    const plain = await client.post('/api/posts', POST);
    const post = await client.post('/api/posts', { ...POST, requirements: REQUIREMENTS });
    expect(post).toAnswer(201);
    expect(Object.keys(Object(post.body))).toEqual(Object.keys(Object(plain.body)));
    expect(await requirementsOf(idOf(plain.body))).toEqual(NONE);
    expect(await requirementsOf(idOf(post.body))).toEqual({
      ...NONE,
      ...REQUIREMENTS,
      quoteDeadline: expect.toSatisfy((time) => Date.parse(time) === Date.parse(REQUIREMENTS.quoteDeadline)),
    });
    expect(await client.get('/api/posts/999999/requirements')).toAnswer(404);
  });

  test('[A620] requirements stay when a change does not name them, and are removed when it leaves them out', async ({
    anna,
  }) => {
    const client = withToken(anna);
    const id = idOf((await client.post('/api/posts', { ...POST, requirements: REQUIREMENTS })).body);
    expect(await client.put(`/api/posts/${id}`, { ...POST, title: 'Copper tubes' })).toAnswer(200);
    expect(await requirementsOf(id)).toMatchObject({ quantity: 20, incoterm: 'CIF' });
    expect(await client.put(`/api/posts/${id}`, { ...POST, requirements: { quantity: 5 } })).toAnswer(200);
    expect(await requirementsOf(id)).toEqual({ ...NONE, quantity: 5 });
  });

  test('[A620] invalid requirements are refused with their place in the body, and nothing is posted', async ({
    world,
    anna,
  }) => {
    const count = async () => world.sql('select count(*)::int as posts from public.posts');
    const before = await count();
    const refused: [Record<string, unknown>, string][] = [
      [{ quantity: 0 }, 'quantity'],
      [{ quantity: 1e30 }, 'quantity'],
      [{ unit: 'a@b' }, 'unit'],
      [{ targetPrice: 5 }, 'targetCurrency'],
      [{ neededBy: 'soon' }, 'neededBy'],
      [{ neededBy: dayIn(-3) }, 'neededBy'],
      [{ quoteDeadline: inDays(-1) }, 'quoteDeadline'],
      [{ quoteDeadline: inDays(400) }, 'quoteDeadline'],
      [{ incoterm: 'XYZ' }, 'incoterm'],
    ];
    for (const [requirements, path] of refused) {
      const answer = await withToken(anna).post('/api/posts', { ...POST, requirements });
      expect(answer, path).toAnswer(400, expect.objectContaining({ code: 'invalid_input' }));
      expect(Object(answer.body).errors, path).toEqual([
        { path: `requirements.${path}`, message: Object(answer.body).message },
      ]);
    }
    expect(await count()).toEqual(before);
  });
});

describe('the end of a post', () => {
  test('[A621,A622,A629] the owner closes a post, nobody quotes any more, and it opens again', async ({
    anna,
    bob,
  }) => {
    const client = withToken(anna);
    const id = idOf((await client.post('/api/posts', POST)).body);
    const closed = await client.post(`/api/posts/${id}/close`, { reason: 'found_elsewhere' });
    expect(closed).toAnswer(200, expect.objectContaining({ state: 'closed', closedReason: 'found_elsewhere' }));
    const quote = { ...QUOTE, postId: id };
    const refusal = { message: 'This request is closed', code: 'conflict' };
    expect(await withToken(bob).post('/api/quotes', quote)).toAnswer(409, refusal);
    expect(await client.post(`/api/posts/${id}/reopen`)).toAnswer(200, NONE);
    expect(await withToken(bob).post('/api/quotes', quote)).toAnswer(201);
  });

  test('[A621] a post is overdue after its deadline, and needs a new one to open again', async ({
    world,
    anna,
    bob,
  }) => {
    const client = withToken(anna);
    const id = idOf((await client.post('/api/posts', { ...POST, requirements: REQUIREMENTS })).body);
    await world.sql(`update public.posts set quote_deadline = now() - interval '1 minute' where id = $1 returning id`, [
      id,
    ]);
    expect(await requirementsOf(id)).toMatchObject({ state: 'overdue', closedAt: null });
    expect(await withToken(bob).post('/api/quotes', { ...QUOTE, postId: id })).toAnswer(409);
    const refused = await client.post(`/api/posts/${id}/reopen`);
    expect(refused).toAnswer(400);
    expect(refused.body).toMatchObject({ errors: [{ path: 'quoteDeadline' }] });
    const opened = await client.post(`/api/posts/${id}/reopen`, { quoteDeadline: inDays(3) });
    expect(opened).toAnswer(200, expect.objectContaining({ state: 'open' }));
  });

  test('only the owner closes and reopens a post, for a reason of the list', async ({ anna, bob }) => {
    const id = idOf((await withToken(anna).post('/api/posts', POST)).body);
    for (const [path, body] of [
      ['close', { reason: 'no_need' }],
      ['reopen', {}],
    ] as const) {
      expect(await new ApiClient().post(`/api/posts/${id}/${path}`, body)).toAnswer(401);
      expect(await withToken(bob).post(`/api/posts/${id}/${path}`, body)).toAnswer(403);
      expect(await withToken(anna).post(`/api/posts/999999/${path}`, body)).toAnswer(404);
    }
    expect(await withToken(anna).post(`/api/posts/${id}/close`, { reason: 'bored' })).toAnswer(400);
    expect(await requirementsOf(id)).toEqual(NONE);
  });
});

test('[A620] documents of a post are for signed-in users who see it', async ({ anna, bob }) => {
  const client = withToken(anna);
  const id = idOf((await client.post('/api/posts', POST)).body);
  const form = new FormData();
  form.append('document', new File(['%PDF-1.7\n'], 'Drawing.pdf'));
  const uploaded = await client.post('/api/posts/upload-document', undefined, { raw: form });
  expect(uploaded).toAnswer(200);
  const path = String(Object(uploaded.body).documentPath);
  const documents = [{ path, name: 'Drawing.pdf' }];
  expect(await withToken(bob).put(`/api/posts/${id}/documents`, { documents })).toAnswer(403);
  expect(await client.put(`/api/posts/${id}/documents`, { documents })).toAnswer(200, { ...NONE, documents });
  expect((await withToken(bob).get(`/api/posts/${id}/requirements`)).body).toEqual({ ...NONE, documents });
  expect(await requirementsOf(id)).toEqual(NONE);
  const file = `/api/files?bucket=post-documents&path=${path}`;
  expect(await withToken(bob).get(file)).toAnswer(302);
  expect(await new ApiClient().get(file)).toAnswer(401);
  const unknown = await client.put(`/api/posts/${id}/documents`, {
    documents: [{ path: `${bob.authId}/a.pdf`, name: 'a.pdf' }],
  });
  expect(unknown).toAnswer(400);
  expect(await client.put(`/api/posts/${id}/documents`, { documents: [] })).toAnswer(200, NONE);
});
