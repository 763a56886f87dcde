/** The files for hosts that nobody can try here: their modules are executed, the rest is read. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { hostFiles, HOSTS, PAGES_WITH_HEAD, type Host } from '../../../deploy/hosts.ts';
import { HEAD_MS, WITH_HEAD } from '../../../deploy/page-head.mjs';

const PAGE = readFileSync(new URL('../../../web/index.html', import.meta.url), 'utf8');
const SUPABASE = 'https://abc.supabase.co';
const OPTIONS = { supabaseUrl: SUPABASE, page: PAGE, tagOrigins: ['https://tag.example'] };
const HEAD = `<title>Own $& title</title><meta name="robots" content="noindex">`;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const filesOf = (host: Host, options: object = {}) => hostFiles(host, { ...OPTIONS, ...options });

/** A written module, as its host loads it. */
async function load(host: Host, file: string): Promise<{ default: unknown; config?: unknown }> {
  const text = filesOf(host)[file] ?? '';
  return import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
}

type Answer = (request: Request) => Promise<Response>;
const isAnswer = (value: unknown): value is Answer => typeof value === 'function';
const asAnswer = (value: unknown): Answer => {
  if (!isAnswer(value)) throw new Error('Not a function');
  return value;
};

/** How each host asks its module for a page. */
const MODULES: Record<Exclude<Host, 'nginx'>, () => Promise<Answer>> = {
  netlify: async () => asAnswer((await load('netlify', 'netlify/edge-functions/page.js')).default),
  vercel: async () => {
    const answer = asAnswer((await load('vercel', '.vercel/output/functions/page.func/index.js')).default);
    return (request) => {
      const { origin, pathname, search } = new URL(request.url);
      const address = `${origin}/page${search ? `${search}&` : '?'}__page=${pathname}`;
      return answer(new Request(address, { method: request.method }));
    };
  },
  cloudflare: async () => {
    const worker = Object((await load('cloudflare', 'dist/_worker.js')).default);
    return (request) => worker.fetch(request, { ASSETS: { fetch: async () => new Response('asset') } });
  },
};

const asked = (answer: (url: string) => Promise<Response> | Response) => {
  const urls: string[] = [];
  vi.stubGlobal('fetch', async (input: string | Request) => {
    const url = typeof input === 'string' ? input : input.url;
    urls.push(url);
    return answer(url);
  });
  return urls;
};

for (const [host, moduleOf] of Object.entries(MODULES)) {
  test(`[A754] ${host} answers the page with its head and status, to everybody the same`, async () => {
    const answer = await moduleOf();
    const urls = asked((url) => Response.json({ status: url.includes('gone') ? 404 : 200, head: HEAD }));
    for (const [path, status] of [
      ['/post/steel-1?lang=vi&page=2', 200],
      ['/post/gone-2', 404],
      ['/', 200],
    ] as const) {
      const page = await answer(new Request(`https://market.example${path}`, { headers: { 'User-Agent': 'bot' } }));
      const html = await page.text();
      expect([page.status, html.includes(HEAD), html.includes('name="description"')]).toEqual([status, true, false]);
      expect(html.length).toBeGreaterThan(PAGE.length - 500);
      expect(Object.fromEntries(page.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("script-src 'self' 'sha256-"),
      });
    }
    expect(urls).toEqual([
      `${SUPABASE}/functions/v1/api/head/post/steel-1?lang=vi`,
      `${SUPABASE}/functions/v1/api/head/post/gone-2`,
      `${SUPABASE}/functions/v1/api/head/`,
    ]);
    const head = await answer(new Request('https://market.example/post/steel-1', { method: 'HEAD' }));
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test(`[A751] ${host} answers the page as it is without an answer within ${HEAD_MS} ms`, async () => {
    const answer = await moduleOf();
    const failures: (() => Promise<Response> | Response)[] = [
      () => Promise.reject(new TypeError('no network')),
      () => new Response('down', { status: 500 }),
      () => new Response('not JSON'),
      () => new Promise<Response>(() => {}),
    ];
    for (const failure of failures) {
      asked(failure);
      vi.useFakeTimers();
      const page = answer(new Request('https://market.example/post/steel-1'));
      await vi.advanceTimersByTimeAsync(HEAD_MS);
      expect([(await page).status, await (await page).text()]).toEqual([200, PAGE]);
      expect([...(await page).headers.keys()].filter((name) => name.includes('cdn'))).toEqual([]);
      vi.useRealTimers();
    }
  });
}

test('[A754] the worker of Cloudflare forwards what is for the function, and leaves files to the host', async () => {
  const answer = await MODULES.cloudflare();
  const urls = asked(() => new Response('of the function'));
  const bodyOf = async (path: string) => (await answer(new Request(`https://market.example${path}`))).text();
  for (const path of ['/api/posts?limit=1', '/sitemap.xml?page=2', '/auth/v1/verify?token=x'])
    expect(await bodyOf(path)).toBe('of the function');
  expect(urls).toEqual([
    `${SUPABASE}/functions/v1/api/posts?limit=1`,
    `${SUPABASE}/functions/v1/api/sitemap.xml?page=2`,
    `${SUPABASE}/auth/v1/verify?token=x`,
  ]);
  expect(await bodyOf('/assets/a.js')).toBe('asset');
  expect((await answer(new Request('https://market.example/favicon.ico'))).status).toBe(404);
});

test('[A754] every host asks for the same pages and passes the same files on', () => {
  const under = (pattern: string) => pattern.replace('*', 'x-1');
  expect(PAGES_WITH_HEAD.filter((pattern) => !WITH_HEAD.test(under(pattern)))).toEqual([]);
  for (const path of ['/newsletter', '/post', '/users', '/auth', '/api/posts', '/assets/a.js'])
    expect(WITH_HEAD.test(path), path).toBe(false);
  const textOf = (host: Host) => Object.values(filesOf(host)).join('\n').replaceAll('\\', '');
  for (const host of HOSTS)
    for (const path of ['robots.txt', 'sitemap.xml', 'feed.xml', 'favicon.ico'])
      expect(textOf(host), `${host} ${path}`).toContain(path);
});

test('each host is told the same', () => {
  const csp = /script-src 'self' 'sha256-[\w+/=]+' https:\/\/tag\.example;/;
  for (const host of HOSTS) {
    const text = Object.values(filesOf(host)).join('\n');
    expect(text, host).toMatch(csp);
    expect(text, host).toContain('max-age=31536000, immutable');
    expect(text, host).toContain('https://abc.supabase.co');
    expect(text, host).toContain('/auth/v1/verify');
  }
});

test('each host proves itself to the function by a secret, which no file but that of nginx holds', () => {
  const text = (host: Host) => Object.values(filesOf(host, { proxySecret: 'of-the-host' })).join('\n');
  expect(text('netlify')).toMatch(/^\/api\/\* \S+ 200! signed=PROXY_SECRET$/m);
  expect(text('vercel')).toMatch(/"X-Proxy-Secret"\s*\},\s*"args": "\$PROXY_SECRET"/);
  expect(text('cloudflare')).toContain("headers.set('X-Proxy-Secret', env.PROXY_SECRET)");
  expect(text('nginx')).toContain('proxy_set_header X-Proxy-Secret "of-the-host";');
  expect(HOSTS.filter((host) => text(host).includes('of-the-host'))).toEqual(['nginx']);
});
