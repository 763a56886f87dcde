/** The page as docs/deploy.md puts it behind nginx: built for its Supabase project, with the configuration that is written for it. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from 'embedded-supabase/free-port';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ASKED_UNTOLD, hostFiles, READS } from '../../../deploy/hosts.ts';
import { HEAD_MS } from '../../../deploy/page-head.mjs';
import { writeHosting } from '../../../deploy/write.ts';
import { findBrowser } from '../../../scripts/machine/browser.mjs';
import type { Backend } from '../support/backend.ts';
import { startEmbedded } from '../support/embedded/start-embedded.ts';
import { readHtml } from '../support/read-markup.ts';
import { createWorld } from '../support/world.ts';
import { startNginx } from './proxies.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);

let embedded: { backend: Backend; stop: () => Promise<void> };
let folder: string;
let stopNginx: () => Promise<void>;
let site: string;
/** The same host in front of a server that notes the headers of each call. */
let noting: { site: string; headers: IncomingHttpHeaders[]; stop: () => unknown };
/** The same host in front of a server that never answers. */
let silent: { site: string; page: string; stop: () => unknown };

async function startNoting(place: string): Promise<typeof noting> {
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, answer) => {
    headers.push(request.headers);
    answer.end('{}');
  });
  const [port, hostPort] = await Promise.all([freePort(), freePort()]);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  await mkdir(join(place, 'dist'), { recursive: true });
  const supabaseUrl = `http://127.0.0.1:${port}`;
  const files = hostFiles('nginx', {
    supabaseUrl,
    page: '',
    port: hostPort,
    proxySecret: 'of-the-host',
    cacheFolder: join(place, 'cache'),
  });
  for (const [name, text] of Object.entries(files)) await writeFile(join(place, name), text);
  return { site: `http://127.0.0.1:${hostPort}`, headers, stop: () => server.close() };
}

async function startSilent(place: string): Promise<typeof silent> {
  const server = createServer(() => {});
  const [port, hostPort] = await Promise.all([freePort(), freePort()]);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  await mkdir(join(place, 'dist'), { recursive: true });
  const page = '<title>Plain</title><meta name="description" content="as it is">';
  const files = hostFiles('nginx', {
    supabaseUrl: `http://127.0.0.1:${port}`,
    page,
    root: join(place, 'dist'),
    port: hostPort,
    cacheFolder: join(place, 'cache'),
  });
  for (const [name, text] of Object.entries(files)) await writeFile(join(place, name), text);
  await writeFile(join(place, 'dist/index.html'), page);
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { site: `http://127.0.0.1:${hostPort}`, page, stop };
}

beforeAll(async () => {
  embedded = await startEmbedded();
  folder = await mkdtemp(join(tmpdir(), 'behind-nginx-'));
  await chmod(folder, 0o755);
  const { supabaseUrl, publishableKey } = embedded.backend;
  await run(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', join(folder, 'dist'), '--logLevel', 'error'],
    {
      cwd: root,
      env: { ...process.env, VITE_SUPABASE_URL: supabaseUrl, VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey },
    },
  );
  const port = await freePort();
  await writeHosting(folder, ['nginx'], {
    NGINX_ROOT: join(folder, 'dist'),
    NGINX_PORT: String(port),
    NGINX_CACHE: join(folder, 'cache'),
  });
  // A busy machine may take longer than people wait.
  const written = join(folder, 'dist/nginx.conf');
  await writeFile(written, (await readFile(written, 'utf8')).replaceAll(`${HEAD_MS}ms`, '20s'));
  site = `http://127.0.0.1:${port}`;
  noting = await startNoting(join(folder, 'noting'));
  silent = await startSilent(join(folder, 'silent'));
  const files = ['', 'noting/', 'silent/'].map((place) => `${place}dist/nginx.conf`);
  stopNginx = await startNginx(folder, files, () => fetch(site));
});

afterAll(async () => {
  await stopNginx();
  noting.stop();
  silent.stop();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
});

test('every path of the page is the page, never kept, with its security headers', async () => {
  for (const path of ['/', '/news', '/auth?tab=register']) {
    const answer = await fetch(site + path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(embedded.backend.supabaseUrl);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-security-policy')).toContain(
      `connect-src 'self' ${embedded.backend.supabaseUrl}`,
    );
    expect(answer.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('only a guest who came over TLS is told to come so again, one at a plain port can still be served', async () => {
  const [script = ''] = (await readdir(join(folder, 'dist/assets'))).filter((name) => /^index-.*\.js$/.test(name));
  for (const path of ['/', `/assets/${script}`]) {
    expect((await fetch(site + path)).headers.get('strict-transport-security')).toBeNull();
    const behindTls = await fetch(site + path, { headers: { 'X-Forwarded-Proto': 'https' } });
    expect(behindTls.headers.get('strict-transport-security')).toBe('max-age=31536000');
  }
});

test('assets are cached for a year and compressed; a missing one is not the page', async () => {
  const [script = ''] = (await readdir(join(folder, 'dist/assets'))).filter((name) => /^index-.*\.js$/.test(name));
  const answer = await fetch(`${site}/assets/${script}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/javascript']);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  const gone = await fetch(`${site}/assets/index-old.js`);
  expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, null]);
  expect(gone.headers.get('x-content-type-options')).toBe('nosniff');
  // What the page asks to tell a file that is gone from a line that is.
  expect((await fetch(site, { method: 'HEAD' })).status).toBe(200);
  for (const path of ['/nginx.conf', ...ASKED_UNTOLD]) expect((await fetch(site + path)).status, path).toBe(404);
});

test('/api answers as JSON, and its session lives in cookies of this origin', async () => {
  const world = createWorld(embedded.backend);
  const bob = await world.person('bob');
  expect(await (await fetch(`${site}/api/posts`)).json()).toEqual([]);
  const login = await fetch(`${site}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: bob.username, password: bob.password }),
  });
  expect(login.status).toBe(200);
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const user = await fetch(`${site}/api/user`, { headers: { Cookie: cookie } });
  expect(await user.json()).toMatchObject({ username: 'bob' });
  expect((await fetch(`${site}/api/nothing`)).status).toBe(404);
  expect(
    (await fetch(`${site}/auth/v1/verify?token=none&type=signup`, { redirect: 'manual' })).headers.get('server'),
  ).toBe('nginx');
});

test('the page works under these headers in a browser', async () => {
  const world = createWorld(embedded.backend);
  const post = await world.createPost(await world.person('anna'), { title: 'Galvanised steel coils' });
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on(
      'console',
      (message) => message.text().includes('Content Security Policy') && complaints.push(message.text()),
    );
    await page.goto(`${site}/post/x-${post.id}`);
    await page.getByRole('heading', { name: 'Galvanised steel coils' }).waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});

test('nginx passes on its own secret and the address it sees, whatever a client claims of both', async () => {
  const claims = { 'X-Proxy-Secret': 'guessed', 'X-Forwarded-For': '192.0.2.1' };
  await fetch(`${noting.site}/api/posts`, { headers: claims });
  expect(noting.headers).toEqual([
    expect.objectContaining({ 'x-proxy-secret': 'of-the-host', 'x-forwarded-for': '127.0.0.1' }),
  ]);
});

test('[A751] a client without JavaScript gets the head of what it asks for, in its language', async () => {
  const world = createWorld(embedded.backend);
  const post = await world.createPost(await world.person('carl'), { title: 'Thép "tấm" </title>' });
  for (const [query, locale] of [
    ['', 'en_US'],
    ['?lang=vi&utm_source=x', 'vi_VN'],
  ] as const) {
    const answer = await fetch(`${site}/post/x-${post.id}${query}`);
    const { head, body } = readHtml(await answer.text());
    expect([answer.status, head.querySelector('title')?.textContent]).toEqual([
      200,
      'Thép "tấm" </title> · Marketplace Platform',
    ]);
    expect(head.querySelector('meta[property="og:locale"]')?.getAttribute('content')).toBe(locale);
    expect(head.querySelectorAll('title, meta[name=description]').length).toBe(2);
    expect(body.querySelector('.loading-screen')).not.toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-");
  }
});

test('[A752] an unknown id is the page with status 404, never kept, and not to be listed', async () => {
  for (const path of ['/post/x-999999999', '/users/999999999', '/news/0', '/post/x-99999999999999999999']) {
    const answer = await fetch(site + path);
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 404, 'no-cache']);
    const html = await answer.text();
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain('class="loading-screen"');
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-");
  }
});

test('[A751] the page comes as it is when the function does not answer', async () => {
  const answer = await fetch(`${silent.site}/post/x-1`);
  expect([answer.status, await answer.text()]).toEqual([200, silent.page]);
});

test('[A757] the card of the site is a file of the page', async () => {
  const card = await fetch(`${site}/preview-vi.png`);
  expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await fetch(`${site}/preview-xx.png`)).status).toBe(404);
});

test('[A755] robots.txt, sitemap and feed are those of the function', async () => {
  expect(await (await fetch(`${site}/robots.txt`)).text()).toContain('Sitemap: ');
  expect((await fetch(`${site}/sitemap.xml?page=site`)).headers.get('content-type')).toMatch(/^application\/xml/);
  const feed = await fetch(`${site}/feed.xml?country=zz`);
  expect(feed.status).toBe(200);
  expect(await feed.text()).toContain('feed.xml?country=zz');
});

test('an address that reads too much waits, and what it writes does not count', async () => {
  const all = await Promise.all(Array.from({ length: 3 * READS.atOnce }, () => fetch(`${noting.site}/api/posts`)));
  const refused = all.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(all.length - refused.length).toBeGreaterThanOrEqual(READS.atOnce);
  const [first] = refused;
  expect([first?.headers.get('retry-after'), await first?.json()]).toEqual([
    '1',
    { message: 'Too many requests', code: 'rate_limit' },
  ]);
  const write = await fetch(`${noting.site}/api/feedback`, { method: 'POST', body: '{}' });
  expect(write.status).toBe(200);
});
