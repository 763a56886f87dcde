/** Edge functions as processes: what reaches them, what they may do, and what happens when they end. */
import { request } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { listen } from '../src/front/listeners.ts';
import { denoProgram, EdgeFunction } from '../src/platform/edge-function.ts';
import { EdgeFunctions } from '../src/platform/edge-functions.ts';
import { startEmbeddedSupabase, type EmbeddedSupabase } from '../src/server.ts';
import { makeProject, signedIn } from './project.ts';

const API = `
import { Hono } from 'npm:hono@4.13.19';
const app = new Hono().basePath('/api');
app.all('/echo', async (c) => c.json({
  path: c.req.path, query: c.req.query(), method: c.req.method, body: await c.req.text(), headers: c.req.header(),
}));
app.get('/env', (c) => c.json(Deno.env.toObject()));
app.get('/read', (c) => c.text(Deno.readTextFileSync('/etc/hostname')));
app.get('/write', (c) => { Deno.writeTextFileSync('/tmp/from-a-function', 'x'); return c.text('written'); });
app.get('/run', async (c) => c.text(String((await new Deno.Command('id').output()).code)));
app.post('/crash', () => { setTimeout(() => { throw new Error('crashed'); }); return new Response('soon'); });
app.get('/redirect', (c) => c.redirect('https://example.com/', 302));
app.get('/cookie', (c) => { c.header('set-cookie', 'a=1', { append: true }); c.header('set-cookie', 'b=2', { append: true }); return c.text('ok'); });
app.get('/long', (c) => c.text('x'.repeat(200_000)));
app.get('/empty', (c) => c.body(null, 204));
app.get('/parts', () => {
  const body = new ReadableStream({
    async start(to) {
      to.enqueue(new TextEncoder().encode('first'));
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      to.enqueue(new TextEncoder().encode(' last'));
      to.close();
    },
  });
  return new Response(body);
});
app.all('/page', (c) => c.html('<script>alert(1)</script>'));
app.onError((error, c) => c.json({ name: error.name }, 500));
Deno.serve(app.fetch);
`;

/** Without it, fetch asks for packed answers, whose length nobody knows before their end. */
const PLAIN = { 'accept-encoding': 'identity' };

const project = makeProject({
  api: API,
  locked: `Deno.serve(() => new Response('in'));`,
  broken: `import './missing.ts';`,
  _shared: `throw new Error('never started');`,
});
let server: EmbeddedSupabase;

beforeAll(async () => {
  server = await startEmbeddedSupabase({ ...project, requireEmailVerification: false, quiet: true });
});
afterAll(async () => {
  await server?.stop();
  project.remove();
});

test('the web port passes /api on, the Supabase port /functions/v1/api: the function sees the same path', async () => {
  for (const base of [`${server.webUrl}/api`, `${server.supabaseUrl}/functions/v1/api`]) {
    const answer = await fetch(`${base}/echo?q=ă%2Fb`, { method: 'PUT', body: 'Xin chào' });
    expect(await answer.json()).toMatchObject({
      path: '/api/echo',
      query: { q: 'ă/b' },
      method: 'PUT',
      body: 'Xin chào',
    });
  }
});

test('the body of every method arrives, and none is taken for the next request', async () => {
  for (const method of ['DELETE', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'DELETE', 'DELETE']) {
    const answer = await fetch(`${server.webUrl}/api/echo`, { method, body: `{"by":"${method}"}` });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ method, body: `{"by":"${method}"}` });
  }
});

test.each(['webUrl', 'supabaseUrl'] as const)('%s answers 405 to a method that fetch cannot pass on', async (port) => {
  const path = port === 'webUrl' ? '/api/echo' : '/functions/v1/api/echo';
  const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    request(server[port] + path, { method: 'TRACE' }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    })
      .once('error', reject)
      .end();
  });
  expect([answer.status, JSON.parse(answer.text)]).toEqual([
    405,
    { code: 'method_not_allowed', message: 'Method not allowed' },
  ]);
});

test('an answer of known length arrives as one piece with its length, one without as it comes', async () => {
  const ask = (path: string, method = 'GET') => fetch(`${server.webUrl}/api/${path}`, { method, headers: PLAIN });
  for (const [path, length] of [
    ['long', 200_000],
    ['redirect', 0],
  ] as const) {
    const answer = await fetch(`${server.webUrl}/api/${path}`, { headers: PLAIN, redirect: 'manual' });
    expect(answer.headers.get('content-length'), path).toBe(String(length));
    expect((await answer.text()).length, path).toBe(length);
  }
  expect((await ask('empty')).status).toBe(204);
  expect(await (await ask('long', 'HEAD')).text()).toBe('');
  const parts = await ask('parts');
  expect(parts.headers.get('content-length')).toBeNull();
  const texts: string[] = [];
  for await (const part of parts.body ?? []) texts.push(Buffer.from(part).toString());
  expect(texts).toEqual(['first', ' last']);
});

test('the address of the caller comes from the socket, never from the caller', async () => {
  const answer = await fetch(`${server.webUrl}/api/echo`, {
    headers: {
      'x-forwarded-for': '6.6.6.6',
      'x-real-ip': '6.6.6.6',
      forwarded: 'for=6.6.6.6',
      'cf-connecting-ip': '6.6.6.6',
      'x-forwarded-host': 'evil.example',
      'x-custom': 'kept',
      cookie: 'session=1',
    },
  });
  const { headers } = await answer.json();
  expect(JSON.stringify(headers)).not.toMatch(/6\.6\.6\.6|evil/);
  expect(headers['x-forwarded-for']).toMatch(/^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/);
  expect(headers).toMatchObject({
    'x-custom': 'kept',
    cookie: 'session=1',
    'x-forwarded-host': new URL(server.webUrl).host,
  });
});

test('redirects and several cookies arrive as they were sent', async () => {
  const redirect = await fetch(`${server.webUrl}/api/redirect`, { redirect: 'manual' });
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, 'https://example.com/']);
  expect((await fetch(`${server.webUrl}/api/cookie`)).headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});

test('a function finds the environment of hosted Supabase and nothing of this process', async () => {
  process.env.SOMETHING_PRIVATE = 'secret';
  const env = await (await fetch(`${server.webUrl}/api/env`)).json();
  expect(env).toMatchObject({
    // A door of their own to the same API.
    SUPABASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: server.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: server.secretKey }),
    SITE_URL: server.webUrl,
  });
  // The legacy keys are tokens of their role.
  const roleOf = (token: string) =>
    JSON.parse(atob(String(token.split('.')[1]).replaceAll('-', '+').replaceAll('_', '/'))).role;
  expect([roleOf(env.SUPABASE_ANON_KEY), roleOf(env.SUPABASE_SERVICE_ROLE_KEY)]).toEqual(['anon', 'service_role']);
  expect(env).toHaveProperty('CRON_SECRET');
  expect(env).not.toHaveProperty('SOMETHING_PRIVATE');
});

test('HTML that answers a GET arrives as plain text that may do nothing, as on hosted Supabase', async () => {
  const page = await fetch(`${server.webUrl}/api/page`);
  expect(page.headers.get('content-type')).toBe('text/plain; charset=UTF-8');
  expect(page.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(await page.text()).toBe('<script>alert(1)</script>');
  const posted = await fetch(`${server.webUrl}/api/page`, { method: 'POST' });
  expect(posted.headers.get('content-type')).toBe('text/html; charset=UTF-8');
});

test.each(['read', 'write', 'run'])('a function may not %s on this machine', async (deed) => {
  const answer = await fetch(`${server.webUrl}/api/${deed}`);
  expect([answer.status, await answer.json()]).toEqual([500, { name: 'NotCapable' }]);
});

test('a function asks for a valid token unless config.toml says otherwise', async () => {
  const { token } = await signedIn(server, 'holder@example.com');
  const call = (headers = {}) => fetch(`${server.supabaseUrl}/functions/v1/locked`, { headers });
  expect(await call()).toAnswer(401);
  expect(await call({ authorization: 'Bearer abc' })).toAnswer(401);
  expect(await call({ authorization: `Bearer ${token}` })).toAnswer(200);
});

test('a crashed function comes back', async () => {
  const status = async () => (await fetch(`${server.webUrl}/api/echo`)).status;
  await fetch(`${server.webUrl}/api/crash`, { method: 'POST' });
  await expect.poll(status, { timeout: 20_000 }).toBe(200);
});

test('a function in a loop without end is ended and comes back', async () => {
  const stuck = makeProject({
    api: `Deno.serve((request) => { while (request.url.endsWith('/loop')); return new Response('well'); });`,
  });
  const lines: string[] = [];
  const edgeFunction = new EdgeFunction(
    'api',
    join(stuck.projectDir, 'supabase/functions/api'),
    denoProgram('newest'),
    {
      projectDir: stuck.projectDir,
      env: {},
      readableFiles: [],
      cacheDir: join(stuck.projectDir, 'cache'),
      watch: false,
      runtime: 'newest',
      stuckAfter: 500,
      log: (line) => lines.push(line),
      say: (line) => lines.push(line),
    },
  );
  onTestFinished(async () => {
    await edgeFunction.stop();
    stuck.remove();
  });
  edgeFunction.start();
  expect((await edgeFunction.fetch('/api/loop', {})).status).toBe(503);
  await expect.poll(async () => (await edgeFunction.fetch('/api', {})).status, { timeout: 20_000 }).toBe(200);
  expect(lines).toEqual(['Function api: it was stuck, and starts anew']);
});

test('a flood of one client does not end a function as stuck', async () => {
  const busy = makeProject({
    api: `
const pid = Deno.pid;
Deno.serve(() => {
  const end = performance.now() + 20;
  while (performance.now() < end);
  return Response.json(pid);
});`,
  });
  const lines: string[] = [];
  const functions = new EdgeFunctions({
    projectDir: busy.projectDir,
    env: {},
    readableFiles: [],
    cacheDir: join(busy.projectDir, 'cache'),
    watch: false,
    runtime: 'newest',
    stuckAfter: 1_000,
    log: (line) => lines.push(line),
    say: (line) => lines.push(line),
    proxies: 0,
    verifyJwt: () => false,
    jwtSecret: 'secret',
    insidePort: 0,
  });
  const door = await listen(0, '127.0.0.1', 'a test', 'PORT', () => false);
  onTestFinished(async () => {
    await door.close();
    await functions.stop();
    busy.remove();
  });
  door.serve(getRequestListener(functions.routes().fetch));
  functions.start();
  await functions.ready();
  const flood = Array.from({ length: 200 }, async () =>
    (await fetch(`http://127.0.0.1:${String(door.port)}/api`)).json(),
  );
  expect(new Set(await Promise.all(flood)).size).toBe(1);
  expect(lines).toEqual([]);
});

test('connections stay open for longer than functions and proxies keep theirs', async () => {
  // A call that meets one that is just closing is lost.
  for (const url of [server.webUrl, server.supabaseUrl]) {
    const [, seconds] = /^timeout=(\d+)$/.exec((await fetch(url)).headers.get('keep-alive') ?? '') ?? [];
    expect(Number(seconds), url).toBeGreaterThan(90);
  }
});

test('a function that cannot start, an unknown one and shared code answer as JSON', async () => {
  const { token } = await signedIn(server, 'caller@example.com');
  const call = (name: string) =>
    fetch(`${server.supabaseUrl}/functions/v1/${name}/x`, { headers: { authorization: `Bearer ${token}` } });
  const broken = await call('broken');
  expect([broken.status, (await broken.json()).code]).toEqual([503, 'BOOT_ERROR']);
  for (const name of ['nothing', '_shared', '..%2f..']) expect(await call(name)).toAnswer(404);
});

test('the log of a function holds its faults, for debugging what it says, and no notice of its runtime', async () => {
  const quiet = makeProject({
    api: `Deno.serve(async (request) => { const text = await request.text(); console.log('heard'); console.error(text + ', ' + request.signal.aborted); return new Response(text); });`,
  });
  const lines: string[] = [];
  const lineSchema = z.object({ level: z.string(), message: z.string() });
  const logTo = {
    write: (line: string) => {
      const { level, message } = lineSchema.parse(JSON.parse(line));
      if (message.startsWith('[')) lines.push(`${level} ${message}`);
    },
  };
  const own = await startEmbeddedSupabase({ ...quiet, cron: false, logTo, logLevel: 'debug' });
  onTestFinished(async () => {
    await own.stop();
    quiet.remove();
  });
  for (const body of ['one', 'two'])
    expect(await (await fetch(`${own.webUrl}/api/x`, { method: 'POST', body })).text()).toBe(body);
  await expect.poll(() => lines.length).toBeGreaterThanOrEqual(4);
  expect(lines.toSorted()).toEqual([
    'debug [api] heard',
    'debug [api] heard',
    'warn [api] one, false',
    'warn [api] two, false',
  ]);
});
