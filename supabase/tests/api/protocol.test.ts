import { Agent, request } from 'node:http';
import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { fileTest } from '../support/embedded/test.ts';
import { ApiClient, POST, QUOTE, signedIn } from './api-client.ts';
import { readDocument } from './openapi-document.ts';

const test = fileTest.extend('client', { scope: 'file' }, async ({ world: { person } }) =>
  signedIn(await person('anna')),
);

/** encodeURIComponent throws on half of a character pair. */
const wellFormed = (text: string) => text.replace(/[\ud800-\udfff]/gu, '\ufffd');

const postCount = async () => (await world.sql('select id from public.posts')).length;

describe('paths and methods', () => {
  test('[A403] an unknown path: 404 as JSON', async ({ client }) => {
    for (const path of [
      '/api',
      '/api/',
      '/api/nothing',
      '/api/posts/1/nothing',
      '/api/posts/abc',
      '/api/posts/0',
      '/api/posts/1e3',
      '/api/posts/99999999999999999999',
    ]) {
      const answer = await client.get(path);
      expect(answer, path).toAnswer(404, expect.objectContaining({ message: expect.any(String) }));
    }
  });

  test('[A403] a wrong method: 405 as JSON, and which ones there are', async ({ client }) => {
    const wrong: [string, string, string][] = [
      ['DELETE', '/api/user', 'GET, PUT'],
      ['GET', '/api/login', 'POST'],
      ['PATCH', '/api/posts', 'GET, POST'],
      ['POST', '/api/posts/1', 'GET, PUT, DELETE'],
      ['PUT', '/api/quotes', 'POST'],
      ['POST', '/api/notifications/1/read', 'PATCH'],
    ];
    for (const [method, path, allow] of wrong) {
      const answer = await client.call(method, path);
      expect(answer, path).toAnswer(405, { message: 'Method not allowed', code: 'method_not_allowed' });
      expect(answer.headers.get('Allow')).toBe(allow);
    }
  });
});

const MB = 1024 * 1024;

/** Every call of the document that takes a body, with a number for each parameter of its path. */
async function callsWithBodies() {
  const { operations } = readDocument((await new ApiClient().get('/api/openapi.json')).body);
  return operations.flatMap(({ method, path, requestBody, 'x-max-bytes': max }) =>
    requestBody
      ? [
          {
            method,
            path: path.replace(/\{\w+\}/g, '1'),
            max: max ?? NaN,
            isForm: 'multipart/form-data' in requestBody.content,
          },
        ]
      : [],
  );
}

describe('bodies', () => {
  const writes: [method: string, path: string][] = [
    ['POST', '/api/posts'],
    ['PUT', '/api/posts/1'],
    ['POST', '/api/quotes'],
    ['POST', '/api/login'],
    ['POST', '/api/register'],
    ['POST', '/api/guest-access'],
  ];

  test('a body of broken JSON or anything but an object answers 400 as JSON', async ({ client }) => {
    for (const [method, path] of writes) {
      for (const raw of ['{"title":', '', 'null', '[]', '"text"', '7', '{"__proto__":{"role":"admin"}}', '\u0000']) {
        const answer = await client.call(method, path, { raw, headers: { 'Content-Type': 'application/json' } });
        expect(answer, `${path} ${raw}`).toAnswer(400, expect.objectContaining({ message: expect.any(String) }));
      }
    }
  });

  test('a text with half an emoji answers 400 with its field, and nothing is stored', async ({ client }) => {
    const bob = await world.person('bob');
    const post = await world.createPost(bob);
    const half = 'steel \ud83d';
    const doors: [method: string, path: string, body: object, field: string][] = [
      ['POST', '/api/posts', { ...POST, title: half }, 'title'],
      ['PUT', `/api/posts/${post.id}`, { ...POST, description: half }, 'description'],
      ['POST', '/api/quotes', { ...QUOTE, postId: post.id, paymentMethod: half }, 'paymentMethod'],
      ['POST', '/api/reviews', { reviewedUserId: bob.id, rating: 5, comment: half }, 'comment'],
      [
        'POST',
        '/api/feedback',
        { email: 'a@b.example', category: 'bug', subject: half, message: 'long enough' },
        'subject',
      ],
      ['PUT', '/api/user', { bio: half }, 'bio'],
      ['POST', '/api/login', { username: half, password: 'x' }, 'username'],
      ['POST', '/api/login', { username: 'anna', password: half }, 'password'],
      ['POST', '/api/guest-access', { sessionId: 'session-1', pagePath: '/', referrer: half }, 'referrer'],
    ];
    for (const [method, path, json, field] of doors) {
      const answer = await client.call(method, path, { json });
      expect([answer.status, answer.body], `${path} ${field}`).toMatchObject([
        400,
        {
          message: 'The text contains half a character. Please remove it.',
          code: 'invalid_input',
          errors: [{ path: field }],
        },
      ]);
    }
    expect(await client.post('/api/posts', { ...POST, title: 'steel 😀' })).toAnswer(201);
  });

  test('a body of another content type answers 415', async ({ client }) => {
    for (const [method, path] of writes) {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/jsonp',
      ]) {
        const answer = await client.call(method, path, {
          raw: JSON.stringify(POST),
          headers: { 'Content-Type': type },
        });
        expect(answer, `${path} ${type}`).toAnswer(415);
      }
    }
    for (const path of ['/api/posts/upload-images', '/api/quotes/upload-document']) {
      expect(await client.post(path, {}), path).toAnswer(415);
    }
  });

  test('a body of 10 MB answers 413', async ({ client }) => {
    const huge = { ...POST, description: 'x'.repeat(10 * 1024 * 1024) };
    for (const [method, path] of writes) {
      const answer = await client.call(method, path, { json: huge });
      expect(answer, path).toAnswer(413, expect.objectContaining({ message: 'The request is too large' }));
    }
  });

  test('every call with a body says how many bytes it takes, and answers 413 to one more', async ({ client }) => {
    const calls = await callsWithBodies();
    expect(Object.fromEntries(calls.filter(({ max }) => max > 128 * 1024).map(({ path, max }) => [path, max]))).toEqual(
      {
        '/api/feedback': 4 * 5 * MB + 64 * 1024,
        '/api/posts/upload-images': 6 * 5 * MB + 64 * 1024,
        '/api/news/upload-images': 6 * 5 * MB + 64 * 1024,
        '/api/quotes/upload-document': 6 * MB + 64 * 1024,
        '/api/posts/upload-document': 6 * MB + 64 * 1024,
        '/api/messages/upload-document': 6 * MB + 64 * 1024,
        '/api/user/avatar': 2 * 5 * MB + 64 * 1024,
      },
    );
    expect(calls.length).toBeGreaterThan(60);
    for (const { method, path, max, isForm } of calls) {
      const send = (type: string, bytes: number) =>
        client.call(method, path, { raw: 'x'.repeat(bytes), headers: { 'Content-Type': type } });
      // JSON may not have what a form may.
      expect(await send('application/json', 128 * 1024 + 1), `${method} ${path} JSON`).toAnswer(413);
      if (isForm)
        expect(await send('multipart/form-data; boundary=x', max + 1), `${method} ${path} form`).toAnswer(413);
    }
  });

  test('two forms of one caller are read at a time, and the third waits until one of them has ended', async () => {
    const size = 200 * 1024;
    const begin = () => {
      const sent = request(`${world.supabaseUrl}/functions/v1/api/feedback`, {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': String(size) },
      });
      const answered = new Promise<number | undefined>((resolve) => {
        sent.once('error', () => resolve(undefined)).once('response', (answer) => resolve(answer.resume().statusCode));
      });
      return { answered, begin: () => sent.write('x'), finish: () => sent.end('x'.repeat(size - 1)) };
    };
    const [first, second, third] = [begin(), begin(), begin()];
    const order: string[] = [];
    for (const [name, each] of Object.entries({ first, second, third }))
      void each?.answered.then((status) => order.push(`${name} ${String(status)}`));
    for (const each of [first, second]) each?.begin();
    // Small bodies, and those of others, go past.
    for (let n = 0; n < 3; n += 1) expect(await new ApiClient().post('/api/feedback', {})).toAnswer(400);
    third?.begin();
    third?.finish();
    for (let n = 0; n < 3; n += 1) expect(await new ApiClient().get('/api/posts')).toAnswer(200);
    expect(order).toEqual([]);
    second?.finish();
    await Promise.all([second?.answered, third?.answered]);
    expect(order).toEqual(['second 400', 'third 400']);
    first?.finish();
    expect(await first?.answered).toBe(400);
  });

  test('a slow client that sends too much gets its answer, and its connection serves the next call', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const url = new URL(`${world.supabaseUrl}/functions/v1/api/posts`);
    const send = (pieces: string[]) =>
      new Promise<{ status: number | undefined; isSameConnection: boolean }>((resolve, reject) => {
        const sent = request(url, { agent, method: 'POST', headers: { 'Content-Type': 'application/json' } });
        sent.once('error', reject);
        sent.once('response', (answer) => {
          answer
            .resume()
            .once('end', () => resolve({ status: answer.statusCode, isSameConnection: sent.reusedSocket }));
        });
        const sendNext = () => {
          const piece = pieces.shift();
          if (piece === undefined) sent.end();
          else sent.write(piece, () => setTimeout(sendNext, 300));
        };
        sendNext();
      });
    const piece = 'x'.repeat(200 * 1024);
    expect(await send([piece, piece, piece, piece])).toEqual({ status: 413, isSameConnection: false });
    expect(await send(['{}'])).toEqual({ status: 401, isSameConnection: true });
    agent.destroy();
  });

  test('very deep JSON harms nobody', async ({ client }) => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const answer = await client.call('POST', '/api/posts', {
      raw: deep,
      headers: { 'Content-Type': 'application/json' },
    });
    expect(answer).toAnswer(400);
  });
});

describe('calls that another site makes a browser send', () => {
  const refusedHeaders: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'https://localhost.evil.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ];

  test('calls from other sites answer 403 despite valid cookies, also with simple content types', async ({
    client,
  }) => {
    const before = await postCount();
    for (const headers of refusedHeaders) {
      for (const type of [
        'application/json',
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        const answer = await client.call('POST', '/api/posts', {
          raw: JSON.stringify(POST),
          headers: { ...headers, 'Content-Type': type },
        });
        expect(answer).toAnswer(403, expect.objectContaining({ message: 'Calls from other sites are not allowed' }));
      }
      for (const path of ['/api/logout', '/api/login', '/api/posts/1/like', '/api/guest-access']) {
        expect(await client.post(path, {}, { headers }), path).toAnswer(403);
      }
    }
    expect(await postCount()).toBe(before);
    expect(await client.get('/api/user')).toAnswer(200);
  });

  test('other sites cannot read answers: CORS names no origin but ours', async ({ client }) => {
    for (const headers of refusedHeaders) {
      const answer = await client.get('/api/user', { headers });
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
    const preflight = await client.call('OPTIONS', '/api/posts', {
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'DELETE' },
    });
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  test('a page that asks for more headers than there are is refused', async ({ client }) => {
    const ask = (names: string) =>
      client.call('OPTIONS', '/api/posts', {
        headers: { Origin: 'https://evil.example', 'Access-Control-Request-Headers': names },
      });
    expect(await ask('a,'.repeat(600))).toAnswer(400, {
      message: 'The request asks for too many headers',
      code: 'invalid_input',
    });
    expect((await ask('authorization,idempotency-key')).status).toBe(204);
  });

  test('other sites can use a token that they were given, but no cookie and no made-up token', async ({
    anna,
    client,
  }) => {
    const origin = { Origin: 'https://partner.example', 'Sec-Fetch-Site': 'cross-site' };
    const token = { Authorization: `Bearer ${anna.accessToken}` };
    const partner = new ApiClient({ headers: origin });
    const preflight = await partner.call('OPTIONS', '/api/posts', {
      headers: {
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    });
    expect([
      preflight.status,
      preflight.headers.get('Access-Control-Allow-Origin'),
      preflight.headers.get('Access-Control-Allow-Credentials'),
    ]).toEqual([204, '*', null]);
    const posted = await partner.post('/api/posts', POST, { headers: token });
    expect([posted.status, posted.headers.get('Access-Control-Allow-Origin')]).toEqual([201, '*']);
    expect(posted.headers.get('Access-Control-Expose-Headers')).toContain('Link');

    const before = await postCount();
    const [head, payload] = anna.accessToken.split('.');
    for (const made of ['x', `${head}.${payload}.forged`]) {
      const login = { username: 'anna', password: anna.password };
      const answer = await client.post('/api/login', login, {
        headers: { ...origin, Authorization: `Bearer ${made}` },
      });
      expect([answer.status, answer.setCookies], made).toEqual([401, []]);
      expect(
        await client.post('/api/posts', POST, { headers: { ...origin, Authorization: `Bearer ${made}` } }),
        made,
      ).toAnswer(401);
    }
    expect(await postCount()).toBe(before);
  });

  test('calls of our own page are accepted', async ({ client }) => {
    const answer = await client.post('/api/posts', POST, {
      headers: { Origin: new URL(world.webUrl).origin, 'Sec-Fetch-Site': 'same-origin' },
    });
    expect(answer).toAnswer(201);
  });
});

describe('answers', () => {
  test('all answers are private to their caller and cannot be taken for anything but JSON', async ({ client }) => {
    for (const [path, keeping] of [
      ['/api/user', 'no-store'],
      ['/api/posts', 'private, no-cache'],
      ['/api/nothing', 'no-store'],
    ] as const) {
      const { headers } = await client.get(path);
      expect(headers.get('Cache-Control'), path).toBe(keeping);
      expect(headers.get('X-Content-Type-Options'), path).toBe('nosniff');
      expect(headers.get('Content-Type'), path).toMatch(/^application\/json/);
    }
  });

  test('hostile texts are answered unchanged or refused, and reveal nothing of the database', async ({ client }) => {
    const hostile = [
      "'; drop table public.posts; --",
      '<script>alert(1)</script>',
      '\u0000',
      '\ud800',
      '%',
      '\\',
      '*',
      '(,)',
      '😀'.repeat(60),
    ];
    for (const text of hostile) {
      const answers = [
        await client.get(`/api/posts?search=${encodeURIComponent(wellFormed(text))}`),
        await client.get(
          `/api/posts?country=${encodeURIComponent(wellFormed(text))}&category=${encodeURIComponent(wellFormed(text))}`,
        ),
        await client.post('/api/posts', { ...POST, title: text, area: text.slice(0, 20) }),
        await client.post('/api/quotes', { ...QUOTE, postId: 1, deliveryTo: text.slice(0, 20) }),
        await client.post('/api/login', { username: text, password: text }),
      ];
      for (const answer of answers) {
        expect(answer.status, `${JSON.stringify(text)}: ${answer.text}`).toBeLessThan(500);
        expect(answer.text).not.toMatch(/select |insert |pg_|constraint|\.ts:|at async|PGRST|sqlstate/i);
      }
    }
    expect(await postCount()).toBeGreaterThan(0);
  });
});
