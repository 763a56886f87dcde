/** The web port: the static page, its headers, and the tools for people at this machine. */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedSupabase, type EmbeddedSupabase } from 'embedded-supabase';
import { makeProject } from 'embedded-supabase/small-project';
import { startScript } from '../../../web/build/start-data.ts';
import { createPageApp } from '../../local/page-app.ts';

const INDEX = `<!doctype html><html><head><title>b2b</title>
<meta name="description" content="of all" />
<meta name="supabase-url" content="%VITE_SUPABASE_URL%" /><meta name="supabase-key" content="baked-in" />
<script type="module" src="/assets/main-abc.js"></script></head><body>${'x'.repeat(1000)}</body></html>`;
const SCRIPT = `console.log("${'y'.repeat(2000)}")`;

const project = makeProject();
let server: EmbeddedSupabase;

beforeAll(async () => {
  project.write('dist/index.html', INDEX);
  project.write('dist/assets/main-abc.js', SCRIPT);
  project.write('dist/assets/icon-abc.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  project.write('secret.txt', 'outside');
  server = await startEmbeddedSupabase({
    ...project,
    project: {
      ...project.project,
      page: (connection, _server, call) => ({
        app: createPageApp({ distDir: join(project.projectDir, 'dist'), ...connection, call }),
      }),
    },
    quiet: true,
  });
});
afterAll(async () => {
  await server?.stop();
  project.remove();
});

/** A request as it stands, without what fetch does for a program (decompression, tidy paths). */
function raw(
  url: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(url, { path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .once('error', reject)
      .end();
  });
}

test('every route of the page answers with the page, which knows its backend', async () => {
  for (const path of ['/', '/news', '/post/giấy-in-17', '/admin/users?page=2', '/verify-email?token=1']) {
    const answer = await fetch(server.webUrl + path);
    const html = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=UTF-8'.toLowerCase(),
    ]);
    expect(html).toContain(`<meta name="supabase-url" content="${server.supabaseUrl}" />`);
    expect(html).toContain(`<meta name="supabase-key" content="${server.publishableKey}" />`);
  }
});

test('the page is checked each time, what carries a hash is kept', async () => {
  expect((await fetch(server.webUrl)).headers.get('cache-control')).toBe('no-cache');
  const script = await fetch(`${server.webUrl}/assets/main-abc.js`);
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const etag = script.headers.get('etag') ?? '';
  const again = await fetch(`${server.webUrl}/assets/main-abc.js`, { headers: { 'if-none-match': etag } });
  expect(again).toAnswer(304);
  expect((await fetch(`${server.webUrl}/assets/icon-abc.svg`, { method: 'HEAD' })).headers.get('content-type')).toMatch(
    /^image\/svg\+xml/,
  );
});

test('text is compressed as the browser can take it', async () => {
  const br = await raw(server.webUrl, '/assets/main-abc.js', { 'accept-encoding': 'gzip, br' });
  expect(br.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(br.body).toString()).toBe(SCRIPT);
  const gz = await raw(server.webUrl, '/', { 'accept-encoding': 'gzip' });
  expect(gz.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gz.body).toString()).toContain(server.supabaseUrl);
  const plain = await raw(server.webUrl, '/assets/main-abc.js', { 'accept-encoding': 'br;q=0' });
  expect([plain.headers['content-encoding'], plain.body.toString()]).toEqual([undefined, SCRIPT]);
});

test('the page runs its own scripts only and cannot be framed', async () => {
  const { headers } = await fetch(server.webUrl);
  const policy = headers.get('content-security-policy') ?? '';
  const hash = createHash('sha256')
    .update(await startScript())
    .digest('base64');
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(policy).toContain(`connect-src 'self' ${server.supabaseUrl}`);
  for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) expect(policy).toContain(part);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
});

describe('a page with a head of its own', () => {
  const asked: unknown[] = [];
  const pageApp = (answer: (path: string) => Promise<Response>) =>
    createPageApp({
      distDir: join(project.projectDir, 'dist'),
      supabaseUrl: 'http://127.0.0.1:1',
      publishableKey: 'key',
      realtime: true,
      call: (_c, name, { path = '', ...rest } = {}) => {
        asked.push([name, path, rest]);
        return answer(path);
      },
    });

  test('[A751] has it in place of the one for all pages, and its own status and ETag', async () => {
    const app = pageApp(async (path) =>
      Response.json({ status: path.includes('gone') ? 404 : 200, head: `<title>${path} $&</title>` }),
    );
    const page = await app.request('/post/x-1?lang=vi&page=2', { headers: { 'accept-encoding': 'br' } });
    const html = brotliDecompressSync(Buffer.from(await page.arrayBuffer())).toString();
    expect(html).toContain('<head><title>/api/head/post/x-1?lang=vi $&</title>\n<meta name="supabase-url"');
    const headers = { 'accept-encoding': 'br', 'if-none-match': page.headers.get('etag') ?? '' };
    expect(await app.request('/post/x-1?lang=vi', { headers })).toAnswer(304);
    expect(await app.request('/post/x-1', { headers })).toAnswer(200);
    const gone = await app.request('/post/gone-2');
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-cache']);
    expect(gone.headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-");
    const head = await app.request('/users/3', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).not.toContain('0');
    expect(asked.slice(-1)).toEqual([['api', '/api/head/users/3', { method: 'GET' }]]);
  });

  test('[A751] comes as it is when there is no head in time, and asks for none where it has none', async () => {
    const failures = [
      () => Promise.reject(new Error('no function')),
      () => Promise.resolve(new Response('down', { status: 503 })),
      () => new Promise<Response>(() => {}),
    ];
    for (const failure of failures) {
      const page = await pageApp(failure).request('/post/x-1');
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('content="of all"')]);
    }
    asked.length = 0;
    const app = pageApp(async () => Response.json({}));
    for (const path of ['/auth', '/newsletter', '/users', '/assets/main-abc.js']) await app.request(path);
    expect(asked).toEqual([]);
    await app.request('/sitemap.xml?page=3');
    expect(asked).toEqual([['api', '/api/sitemap.xml?page=3', {}]]);
  });
});

test('files that are not there are not the page, and nothing outside is served', async () => {
  for (const path of ['/assets/main-old.js', '/robots.txt', '/index.html.map'])
    expect(await fetch(server.webUrl + path)).toAnswer(404);
  for (const path of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//etc/passwd',
  ]) {
    expect((await raw(server.webUrl, path)).body.toString()).not.toMatch(/outside|root:/);
  }
  expect(await fetch(server.webUrl, { method: 'DELETE' })).toAnswer(405);
});

test('the table editor shows the rows of every table and saves them, whatever rights and policies say', async () => {
  await server.sql(`insert into public.notes (owner, body) values (gen_random_uuid(), 'of somebody')`);
  const rows = await fetch(`${server.tablesUrl}/rest/v1/notes?select=body`);
  expect([rows.status, await rows.json()]).toEqual([200, [{ body: 'of somebody' }]]);
  const saved = await fetch(`${server.tablesUrl}/rest/v1/notes?body=eq.of%20somebody`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
    body: JSON.stringify({ is_approved: true }),
  });
  expect([saved.status, await saved.json()]).toMatchObject([200, [{ body: 'of somebody', is_approved: true }]]);
  expect(await server.sql('select is_approved from public.notes')).toEqual([{ is_approved: true }]);
  // Nothing of this is true of the API that everybody reaches.
  expect(
    await fetch(`${server.supabaseUrl}/rest/v1/notes?select=body`, { headers: { apikey: server.publishableKey } }),
  ).toAnswer(401);
  expect(await fetch(`${server.supabaseUrl}/rest/v1/notes?select=body`)).toAnswer(401);
});

test('no page of another site frames the table editor or the mailbox', async () => {
  for (const path of ['/', '/rest/v1/notes?limit=1', '/mailbox']) {
    const { headers } = await fetch(server.tablesUrl + path);
    expect([headers.get('x-frame-options'), headers.get('content-security-policy')]).toEqual([
      'DENY',
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
  }
});

test('the table editor and the mailbox are for this machine: no other host, no proxy, no other site', async () => {
  const tools = new URL(server.tablesUrl);
  expect(await raw(server.tablesUrl, '/')).toAnswer(200);
  expect(await raw(server.tablesUrl, '/rest/v1/notes?limit=1')).toAnswer(200);
  const refused: Record<string, string>[] = [
    { host: `evil.example:${tools.port}` },
    { 'x-forwarded-for': '203.0.113.9' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
  ];
  for (const headers of refused) {
    for (const path of ['/', '/mailbox', '/rest/v1/notes?limit=1'])
      expect(await raw(server.tablesUrl, path, headers)).toAnswer(403);
  }
  expect(await fetch(`${server.supabaseUrl}/rest/v1/notes?limit=1`)).toAnswer(401);
  expect(await fetch(`${server.supabaseUrl}/_system/config`)).toAnswer(404);
});
