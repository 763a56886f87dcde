/* What holds for every call of the document, whichever there are: asked of each of them. */
import { describe, expect } from 'vitest';
import { fileTest } from '../support/embedded/test.ts';
import { ApiClient, POST, signedIn, withToken } from './api-client.ts';
import { type ApiOperation, readDocument } from './openapi-document.ts';

const test = fileTest
  .extend(
    'operations',
    { scope: 'file', auto: true },
    async () => readDocument((await new ApiClient().get('/api/openapi.json')).body).operations,
  )
  .extend(
    'writes',
    ({ operations }) =>
      () =>
        operations.filter(({ method }) => method !== 'GET'),
  );

const filled = (path: string) => path.replace(/\{\w+\}/g, '1');
const nameOf = ({ method, path }: ApiOperation) => `${method} ${path}`;

/** The operations whose answer is another one than it has to be, each with what it answers. */
async function otherThan(
  status: number,
  asked: ApiOperation[],
  ask: (operation: ApiOperation) => Promise<{ status: number; body: unknown }>,
) {
  const wrong: string[] = [];
  for (const operation of asked) {
    const answer = await ask(operation);
    const hasMessage = typeof Object(answer.body).message === 'string';
    if (answer.status !== status || !hasMessage) wrong.push(`${nameOf(operation)}: ${answer.status}`);
  }
  return wrong;
}

describe('every write', () => {
  test('every write from a page of another site answers 403, also with types that need no preflight', async ({
    anna,
    writes,
  }) => {
    const client = await signedIn(anna);
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
      const headers = { Origin: 'https://evil.example', 'Content-Type': type };
      expect(
        await otherThan(403, writes(), ({ method, path }) => client.call(method, filled(path), { raw: '{}', headers })),
      ).toEqual([]);
    }
  });

  test('every write answers 415 to a body of another type, and 413 to a far too large one', async ({
    world,
    writes,
  }) => {
    const adam = withToken(await world.person('adam'));
    const typed = writes().filter(({ responses }) => responses['415']);
    const raw = 'title=1';
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect(
      await otherThan(415, typed, ({ method, path }) => adam.call(method, filled(path), { raw, headers })),
    ).toEqual([]);
    const json = typed.filter(({ requestBody }) => !requestBody?.content['multipart/form-data']);
    const large = JSON.stringify({ text: 'x'.repeat(300_000) });
    const asJson = { raw: large, headers: { 'Content-Type': 'application/json' } };
    expect(await otherThan(413, json, ({ method, path }) => adam.call(method, filled(path), asJson))).toEqual([]);
  });
});

test('[A403] every path answers 405 to the methods that it does not have', async ({ anna, operations }) => {
  const client = withToken(anna);
  for (const path of new Set(operations.map((each) => each.path))) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      if (operations.some((each) => each.path === path && each.method === method)) continue;
      const answer = await client.call(method, filled(path));
      const refusal = { message: 'Method not allowed', code: 'method_not_allowed' };
      expect(answer, `${method} ${path}`).toAnswer(405, refusal);
    }
  }
});

test('no GET changes anything, whoever asks', async ({ world, anna, operations }) => {
  const post = await world.createPost(anna);
  await withToken(await world.person('bob')).post(`/api/posts/${post.id}/like`);
  const people = [new ApiClient(), withToken(anna), withToken(await world.person('adam'))];
  const tables = await world.sql<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const contents = async () => {
    const all: Record<string, unknown> = {};
    for (const { name } of tables)
      all[name] = await world.sql(`select to_jsonb(t) as row from public.${name} t order by t::text`);
    return all;
  };
  const before = await contents();
  for (const { method, path } of operations) {
    if (method !== 'GET') continue;
    for (const client of people) expect((await client.get(filled(path))).status, path).toBeLessThan(500);
  }
  expect(await contents()).toEqual(before);
});

test('an answer that refuses carries the renewed session too: a client never loses it', async ({ anna }) => {
  const client = await signedIn(anna);
  const [[name, value] = ['', '']] = client.cookies;
  const [remembered, refresh = '', access = ''] = value.split('~');
  const [head = '', payload = '', signature = ''] = access.split('.');
  const claims = {
    ...JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))),
    exp: Math.floor(Date.now() / 1000) - 1,
  };
  const expired = [
    head,
    btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    signature,
  ].join('.');
  client.cookies.set(name, [remembered, refresh, expired].join('~'));
  const answer = await client.get('/api/posts/999999/like');
  expect([answer.status, answer.setCookies.length > 0]).toEqual([404, true]);
  expect(await client.post('/api/posts', POST)).toAnswer(201);
});
