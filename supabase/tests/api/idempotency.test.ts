import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { test } from '../support/embedded/test.ts';
import { ONE_PIXEL_PNG } from '../support/one-pixel.ts';
import { ApiClient, POST, QUOTE, signedIn, withToken } from './api-client.ts';
import { readDocument } from './openapi-document.ts';

const newKey = () => ({ headers: { 'Idempotency-Key': randomUUID() } });
const postCount = async () => (await world.sql('select id from public.posts')).length;
/** Makes every kept answer older by a time such as 23:59:00. */
const age = (time: string) =>
  world.sql('update private.idempotent_writes set created_at = created_at - $1::interval returning key', [time]);
const swept = async () => {
  const answer = await world.service.rpc('housekeep', { job: 'repeated-writes' });
  return answer.data;
};

describe('a write with an Idempotency-Key', () => {
  test('a write with a key runs once: every repeat gets the first answer, marked as a replay', async ({ anna }) => {
    const client = await signedIn(anna);
    const key = newKey();
    const first = await client.post('/api/posts', POST, key);
    expect([first.status, first.headers.get('Idempotent-Replayed')]).toEqual([201, null]);
    await world.sql(`update public.posts set title = 'Changed since' returning id`);
    const again = await client.post('/api/posts', POST, key);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    for (const name of ['Content-Type', 'Location'])
      expect(again.headers.get(name), name).toBe(first.headers.get(name));
    expect(await postCount()).toBe(1);
  });

  test('one of many writes with a key at the same moment runs, and all get its answer', async ({ anna }) => {
    const client = await signedIn(anna);
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.post('/api/posts', POST, key)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(await postCount()).toBe(1);
  });

  test('every kind of write: put, patch, delete, a form with files, a guest’s', async ({ anna }) => {
    const post = await world.createPost(anna);
    const client = await signedIn(anna);
    const image = new File([ONE_PIXEL_PNG], 'a.png');
    // Each form has a boundary of its own, as a client that tries again would make it.
    const form = () => {
      const data = new FormData();
      data.append('images', image);
      return data;
    };
    const visit = { sessionId: 'session-17', pagePath: '/', referrer: '' };
    const writes: [method: string, path: string, body: () => { json?: unknown; raw?: FormData }][] = [
      ['PUT', `/api/posts/${post.id}`, () => ({ json: POST })],
      ['PATCH', `/api/posts/${post.id}/hide`, () => ({})],
      ['POST', '/api/posts/upload-images', () => ({ raw: form() })],
      ['DELETE', `/api/posts/${post.id}`, () => ({})],
    ];
    for (const [method, path, body] of writes) {
      const key = newKey();
      const [first, again] = [
        await client.call(method, path, { ...body(), ...key }),
        await client.call(method, path, { ...body(), ...key }),
      ];
      expect([first.status, again.status, again.text], path).toEqual([200, 200, first.text]);
      expect(again.headers.get('Idempotent-Replayed'), path).toBe('true');
    }
    const key = newKey();
    const guest = new ApiClient();
    await guest.post('/api/guest-access', visit, key);
    expect((await guest.post('/api/guest-access', visit, key)).headers.get('Idempotent-Replayed')).toBe('true');
  });

  test('a body that is like its boundary is compared at once', async ({ anna }) => {
    const began = performance.now();
    const answer = await withToken(anna).call('POST', '/api/posts/upload-images', {
      headers: { ...newKey().headers, 'Content-Type': `multipart/form-data; boundary=${'a'.repeat(8_000)}b` },
      raw: 'a'.repeat(1_000_000),
    });
    expect(answer).toAnswer(400);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test('another request under a used key is refused with 422 and does nothing', async ({ anna }) => {
    const client = await signedIn(anna);
    const key = newKey();
    const first = await client.post('/api/posts', POST, key);
    const others = [
      await client.post('/api/posts', { ...POST, title: 'Another' }, key),
      await client.post('/api/quotes', { ...QUOTE, postId: 1 }, key),
    ];
    for (const other of others) {
      expect(other).toAnswer(422, {
        message: 'This Idempotency-Key was used for another request',
        code: 'idempotency_key_reused',
      });
    }
    expect((await client.post('/api/posts', POST, key)).text).toBe(first.text);
    expect(await postCount()).toBe(1);
  });

  test('the same request with another query is another request', async ({ adam, bob }) => {
    const client = await signedIn(adam);
    const key = newKey();
    const path = `/api/admin/users/${bob.id}/suspension`;
    expect(await client.put(path, { reason: 'Spam', days: 7 })).toAnswer(200);
    const lifted = await client.call('DELETE', path, key);
    expect(lifted).toAnswer(200);
    expect(await client.call('DELETE', `${path}?bringBack=true`, key)).toAnswer(422);
    expect((await client.call('DELETE', path, key)).text).toBe(lifted.text);
  });

  test('the same body at another path, or with another method, is another request', async ({ anna }) => {
    const [first, second] = [await world.createPost(anna), await world.createPost(anna)];
    const client = await signedIn(anna);
    const key = newKey();
    expect(await client.call('PATCH', `/api/posts/${first.id}/hide`, key)).toAnswer(200);
    for (const [method, path] of [
      ['PATCH', `/api/posts/${second.id}/hide`],
      ['PATCH', `/api/posts/${first.id}/unhide`],
      ['DELETE', `/api/posts/${first.id}`],
    ] as const) {
      expect(await client.call(method, path, key)).toAnswer(422);
    }
    expect(await world.sql('select id from public.posts where is_hidden')).toEqual([{ id: first.id }]);
  });

  test('the same body with other spaces and another order of keys is the same request', async ({ anna }) => {
    const client = await signedIn(anna);
    const key = newKey().headers;
    const first = await client.post('/api/posts', POST, { headers: key });
    const reversed = JSON.stringify(Object.fromEntries(Object.entries(POST).reverse()), null, 2);
    const again = await client.call('POST', '/api/posts', {
      raw: reversed,
      headers: { ...key, 'Content-Type': 'application/json' },
    });
    expect([again.status, again.text, again.headers.get('Idempotent-Replayed')]).toEqual([201, first.text, 'true']);
    expect(await postCount()).toBe(1);
  });

  test('a write that was refused for its content leaves the key free for a corrected one', async ({ anna }) => {
    const client = await signedIn(anna);
    const key = newKey();
    expect((await client.post('/api/posts', { ...POST, title: '' }, key)).body).toMatchObject({
      message: 'Title is required',
    });
    const mended = await client.post('/api/posts', POST, key);
    expect([mended.status, mended.headers.get('Idempotent-Replayed')]).toEqual([201, null]);
  });

  test('a refusal is repeated like a success; what a later try may mend is not', async ({ anna, bob }) => {
    const post = await world.createPost(anna);
    const client = withToken(bob);
    const key = newKey();
    const first = await client.call('DELETE', `/api/posts/${post.id}`, key);
    const again = await client.call('DELETE', `/api/posts/${post.id}`, key);
    expect([first.status, again.status, again.headers.get('Idempotent-Replayed')]).toEqual([403, 403, 'true']);

    // Also when its reason is gone, which another key finds.
    const hidden = newKey();
    const ask = (key: ReturnType<typeof newKey>) =>
      client.post(`/api/posts/${post.id}/questions`, { question: 'Which port?' }, key);
    await world.sql(`update public.posts set is_hidden = true where id = $1`, [post.id]);
    expect(await ask(hidden)).toAnswer(404);
    await world.sql(`update public.posts set is_hidden = false where id = $1`, [post.id]);
    expect(await ask(hidden)).toAnswer(404);
    expect(await ask(newKey())).toAnswer(201);

    const later = newKey();
    expect(await new ApiClient().post('/api/posts', POST, later)).toAnswer(401);
    await world.sql(`select private.consume_rate_limit('post', $1) from generate_series(1, 100)`, [String(bob.id)]);
    expect(await client.post('/api/posts', POST, later)).toAnswer(429);
    await world.sql('delete from private.rate_limit_uses returning action');
    expect(await client.post('/api/posts', POST, later)).toAnswer(201);
  });

  test('every call that creates an object repeats a refusal as it was, without a Location', async ({
    world,
    anna,
    adam,
  }) => {
    const own = await world.createPost(anna);
    const client = withToken(anna);
    const key = newKey();
    for (const replayed of [null, 'true']) {
      const refused = await client.post('/api/quotes', { ...QUOTE, postId: own.id }, key);
      expect(refused).toAnswer(403);
      expect(refused.headers.get('Idempotent-Replayed')).toBe(replayed);
    }

    const bodies: Record<string, object> = {
      '/api/posts': POST,
      '/api/quotes': { ...QUOTE, postId: own.id },
      '/api/news': { type: 'news', title: 'Freight', body: 'Rates fall.', status: 'published' },
    };
    const { operations } = readDocument((await new ApiClient().get('/api/openapi.json')).body);
    const creating = operations.filter(({ responses }) => responses['201']?.headers['Location']);
    expect(creating.map(({ path }) => path).toSorted()).toEqual(Object.keys(bodies).toSorted());
    for (const { method, path } of creating) {
      const again = { json: bodies[path], ...newKey() };
      const first = await withToken(adam).call(method, path, again);
      expect(first).toAnswer(201);
      expect(first.headers.get('Location')).toMatch(/\/\d+$/);
      // As if the first try had been refused.
      for (const status of [403, 404, 409]) {
        const answer = JSON.stringify({ message: 'Refused', code: 'refused' });
        await world.sql(`update private.idempotent_writes set status = $1, answer = $2 where key = $3 returning key`, [
          status,
          answer,
          again.headers['Idempotency-Key'],
        ]);
        const repeated = await withToken(adam).call(method, path, again);
        expect([path, repeated.status, repeated.text]).toEqual([path, status, answer]);
        expect(repeated.headers.get('Location')).toBeNull();
      }
    }
  });

  test('a key belongs to its account: nobody gets the answer of somebody else, even with a forged token', async ({
    anna,
    bob,
  }) => {
    const key = newKey();
    await withToken(anna).post('/api/posts', POST, key);
    const bobs = await withToken(bob).post('/api/posts', POST, key);
    expect(bobs).toAnswer(201, expect.objectContaining({ userId: bob.id }));
    const [header, payload] = anna.accessToken.split('.');
    const forged = new ApiClient({ headers: { Authorization: `Bearer ${header}.${payload}.forged` } });
    const answer = await forged.post('/api/posts', POST, key);
    expect([answer.status, answer.headers.get('Idempotent-Replayed')]).toEqual([401, null]);
  });

  test('signing in keeps no answer: no token lies in the database', async ({ anna }) => {
    const key = newKey();
    const body = { username: 'anna', password: anna.password };
    for (const path of ['/api/login', '/api/session', '/api/login']) {
      const answer = await new ApiClient().post(path, body, key);
      expect([answer.status, answer.headers.get('Idempotent-Replayed')], path).toEqual([200, null]);
    }
    expect(await world.sql('select key from private.idempotent_writes')).toEqual([]);
  });

  test('an account uses as many keys as the limit allows and no more; a repeat does not count', async ({
    anna,
    bob,
  }) => {
    await world.sql(
      `update private.app_settings set value = jsonb_set(value, '{idempotent_write,max}', '2') where key = 'rate_limits'`,
    );
    const client = await signedIn(anna);
    const read = (key: ReturnType<typeof newKey>) => client.call('PATCH', '/api/notifications/read-all', key);
    const [first, second] = [newKey(), newKey()];
    expect([(await read(first)).status, (await read(first)).status, (await read(second)).status]).toEqual([
      200, 200, 200,
    ]);
    const third = await read(newKey());
    expect([third.status, Number(third.headers.get('Retry-After')) > 3_590]).toEqual([429, true]);
    expect((await read(second)).headers.get('Idempotent-Replayed')).toBe('true');
    // Others, and writes without a key, are not concerned.
    expect(await (await signedIn(bob)).call('PATCH', '/api/notifications/read-all', newKey())).toAnswer(200);
    expect(await client.patch('/api/notifications/read-all')).toAnswer(200);
  });

  test('an account keeps as many kilobytes of answers as the limit allows, and the one that passes it', async ({
    anna,
  }) => {
    await world.sql(
      `update private.app_settings set value = jsonb_set(value, '{idempotent_kilobytes,max}', '2') where key = 'rate_limits'`,
    );
    const client = await signedIn(anna);
    const publish = (key: ReturnType<typeof newKey>) =>
      client.post('/api/posts', { ...POST, description: 'Steel pipes. '.repeat(300) }, key);
    const first = newKey();
    expect(await publish(first)).toAnswer(201);
    const refused = await publish(newKey());
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'rate_limit' }]);
    expect((await publish(first)).headers.get('Idempotent-Replayed')).toBe('true');
    expect(await world.sql('select count(*)::int as posts from public.posts')).toEqual([{ posts: 1 }]);
  });

  test('a key that is none is refused, and a GET has no use for one', async ({ anna }) => {
    const client = await signedIn(anna);
    for (const key of ['', 'with space', 'x'.repeat(256)]) {
      const answer = await client.post('/api/posts', POST, { headers: { 'Idempotency-Key': key } });
      expect([answer.status, answer.body], key).toMatchObject([400, { errors: [{ path: 'Idempotency-Key' }] }]);
    }
    expect((await client.get('/api/user', newKey())).headers.get('Idempotent-Replayed')).toBeNull();
  });
});

describe('after 24 hours', () => {
  test('an answer is forgotten, and swept away', async ({ anna }) => {
    const client = await signedIn(anna);
    const key = newKey();
    const edit = () => client.call('PATCH', '/api/notifications/read-all', key);
    await edit();
    await age('23:59:00');
    expect((await edit()).headers.get('Idempotent-Replayed')).toBe('true');
    expect(await swept()).toBe(0);
    await age('00:01:00');
    expect((await edit()).headers.get('Idempotent-Replayed')).toBeNull();
    await age('24:00:00');
    expect(await swept()).toBe(1);
  });

  test('a write that died without an answer may run again two minutes later, and not before', async ({ anna }) => {
    const client = await signedIn(anna);
    const key = newKey();
    const post = await world.createPost(anna);
    const like = () => client.call('POST', `/api/posts/${post.id}/like`, key);
    await like();
    await world.sql(`update private.idempotent_writes set status = null, answer = null returning key`);
    const early = await like();
    expect([early.status, early.body, early.headers.get('Retry-After')]).toEqual([
      409,
      expect.objectContaining({ code: 'in_progress' }),
      '1',
    ]);
    await world.sql(`update private.idempotent_writes set leased_until = now() returning key`);
    expect(await like()).toAnswer(200);
  });
});
