import { describe, expect } from 'vitest';
import { z } from 'zod';
import { ERROR_CODES } from '../../functions/_shared/http/error-code.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import { type Answer, ApiClient, POST, QUOTE, withToken } from './api-client.ts';
import { readDocument } from './openapi-document.ts';

const refusal = ({ status, body }: Answer) => [status, z.object({ code: z.string() }).parse(body).code];

test('the document publishes every code with its meaning', async () => {
  const { components } = readDocument((await new ApiClient().get('/api/openapi.json')).body);
  const { properties } = z
    .object({ properties: z.object({ code: z.object({ enum: z.array(z.string()), description: z.string() }) }) })
    .parse(components.schemas['Error']);
  expect(properties.code.enum.toSorted()).toEqual(Object.keys(ERROR_CODES).toSorted());
  for (const [code, meaning] of Object.entries(ERROR_CODES))
    expect(properties.code.description).toContain(`\`${code}\`: ${meaning}`);
});

describe('a refusal of the database says which one it is', () => {
  test('a quote that comes too early, and a limit that is used up', async ({ world, anna, bob }) => {
    const post = await world.createPost(anna);
    const quote = { ...QUOTE, postId: post.id };
    expect((await withToken(bob).post('/api/quotes', quote)).status).toBeLessThan(300);
    expect(refusal(await withToken(bob).post('/api/quotes', quote))).toEqual([429, 'quote_wait']);
    await world.sql(`select private.consume_rate_limit('quote', $1) from generate_series(1, 99)`, [String(bob.id)]);
    const other = await world.createPost(anna);
    expect(refusal(await withToken(bob).post('/api/quotes', { ...quote, postId: other.id }))).toEqual([
      429,
      'rate_limit',
    ]);
  });

  test('a text that the content filter refuses', async ({ anna, adam }) => {
    const rule = { kind: 'word', pattern: 'forbiddenword', action: 'block', fields: ['post_title'] };
    expect(await withToken(adam).post('/api/admin/content-filter', rule)).toAnswer(201);
    const answer = await withToken(anna).post('/api/posts', { ...POST, title: 'A forbiddenword' });
    expect(refusal(answer)).toEqual([400, 'content_not_allowed']);
  });

  test('a missing row answers not_found, an act on what belongs to somebody else forbidden', async ({
    world,
    anna,
    bob,
  }) => {
    const post = await world.createPost(anna);
    expect(refusal(await withToken(bob).patch('/api/posts/999999/hide'))).toEqual([404, 'not_found']);
    expect(refusal(await withToken(bob).patch(`/api/posts/${post.id}/hide`))).toEqual([403, 'forbidden']);
    expect(refusal(await withToken(anna).post('/api/quotes', { ...QUOTE, postId: post.id }))).toEqual([
      403,
      'forbidden',
    ]);
    expect(refusal(await withToken(anna).post('/api/reviews/999999/reply', { reply: 'Thanks' }))).toEqual([
      404,
      'not_found',
    ]);
  });

  test('a suspended account', async ({ bob, adam }) => {
    const { error } = await adam.client.rpc('suspend_user', { user_id: bob.id, reason: 'Spam', days: 1 });
    expect(error).toBeNull();
    expect(refusal(await withToken(bob).post('/api/posts', POST))).toEqual([403, 'account_suspended']);
  });
});

describe('a request that cannot be read says what is wrong with it', () => {
  const send = (raw: string, type = 'application/json') =>
    new ApiClient().post('/api/login', undefined, { raw, headers: { 'Content-Type': type } });

  test('a request with broken JSON, another type, site or method names its fault', async () => {
    expect(refusal(await send('{"username":'))).toEqual([400, 'invalid_json']);
    expect((await send('{"username":')).body).toMatchObject({ message: 'The body is not valid JSON' });
    expect(refusal(await send('{}'))).toEqual([400, 'invalid_input']);
    expect(refusal(await send('{}', 'text/plain'))).toEqual([415, 'unsupported_media_type']);
    expect(
      refusal(await new ApiClient().post('/api/login', {}, { headers: { Origin: 'https://evil.example' } })),
    ).toEqual([403, 'cross_site']);
    expect(refusal(await new ApiClient().get('/api/login'))).toEqual([405, 'method_not_allowed']);
    expect(refusal(await new ApiClient().get('/api/nothing'))).toEqual([404, 'not_found']);
  });
});
