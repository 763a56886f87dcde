/**
 * A server of one's own as section 3 of docs/deploy.md puts it on the internet: the steps of the image and of compose
 * without Docker, the command of the unit without systemd, and behind each proxy.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from 'embedded-supabase/free-port';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { ownServerFiles } from '../../../deploy/own-server.ts';
import { findBrowser } from '../../../scripts/machine/browser.mjs';
import { checkingPostgres } from '../../../scripts/machine/checking-postgres.ts';
import { IMAGE_SIZE_MAX } from '../../functions/_shared/domain/limits.ts';
import { imageFile } from '../support/files/image-files.ts';
import { runSql, withClient } from '../support/postgres/own-database.ts';
import { startPostgres, type TestPostgres } from '../support/postgres/start-postgres.ts';
import { askOverTls, askPlain, OWN_PROXIES, type Proxy } from './proxies.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);
const FILES = ownServerFiles();
const fileOf = (path: string) => FILES[`deploy/${path}`] ?? '';
const DOCKERFILE = fileOf('docker/Dockerfile');
const COMPOSE = fileOf('docker/compose.yaml');
const UNIT = fileOf('server/marketplace.service');
const CMD = commandAfter(/^CMD (.+)$/m);
const HEALTHCHECK = commandAfter(/^HEALTHCHECK .*?CMD (.+)$/m);
const SECRET = 'own-secret';
/** What the operator says of compose in its file .env. */
const GIVEN: Record<string, string> = {
  SITE_NAME: 'market.example',
  DATABASE_PASSWORD: SECRET,
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: '1',
  SMTP_SECURITY: 'none',
  SMTP_USER: 'marketplace',
  SMTP_PASSWORD: SECRET,
  SMTP_FROM: 'no-reply@market.example',
};

const checking = checkingPostgres();
let folder: string;
let image: string;
let postgres: TestPostgres;
/** The database of compose, as its owner. */
let databaseUrl: string;
let ports: { page: number; api: number; tools: number };
let product: Awaited<ReturnType<typeof startProduct>>;

/** A command of the Dockerfile. */
function commandAfter(pattern: RegExp): string[] {
  return z.array(z.string()).parse(JSON.parse(pattern.exec(DOCKERFILE)?.[1] ?? ''));
}

/** The values in a text by their names. @param pattern of a name and a value */
const valuesIn = (text: string, pattern: RegExp): Record<string, string> =>
  Object.fromEntries([...text.matchAll(pattern)].map(([, name = '', value = '']) => [name, value] as const));

/** Whether .dockerignore leaves out a path of the project. */
function isIgnored(path: string): boolean {
  return fileOf('docker/Dockerfile.dockerignore')
    .trim()
    .split('\n')
    .some((rule) => {
      const pattern = rule
        .replaceAll('.', '\\.')
        .replace(/^\*\*\//, '(?:.*/)?')
        .replace(/\*$/, '[^/]*');
      return new RegExp(`^${pattern}(?:/|$)`).test(path);
    });
}

/** Makes the folder of the image by the steps of its Dockerfile. */
async function buildImage(): Promise<void> {
  for (const line of DOCKERFILE.split('\n')) {
    const [, keyword = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (keyword === 'COPY') {
      const words = rest.split(' ');
      const to = words.pop() ?? '';
      for (const from of words) {
        const target = join(image, to.endsWith('/') ? join(to, basename(from)) : to);
        const filter = (source: string) => !isIgnored(relative(root, source));
        cpSync(join(root, from), target, { recursive: true, preserveTimestamps: true, filter });
      }
    } else if (keyword === 'RUN' && rest === 'npm ci') {
      const lock = z.object({ packages: z.record(z.string(), z.unknown()) });
      const { packages } = lock.parse(JSON.parse(await readFile(join(image, 'package-lock.json'), 'utf8')));
      const workspaces = Object.keys(packages).filter((path) => path !== '' && !path.startsWith('node_modules/'));
      expect(workspaces.filter((path) => !existsSync(join(image, path, 'package.json')))).toEqual([]);
      symlinkSync(join(root, 'node_modules'), join(image, 'node_modules'));
    } else if (keyword === 'RUN' && !rest.includes('chown')) {
      // This machine does not have the user of the image.
      await run('sh', ['-c', rest], { cwd: image });
    }
  }
}

/** Prepares the database as the container of Postgres does at its first start. @returns its address as the owner */
async function initDatabase(): Promise<string> {
  const { hostname, port } = new URL(postgres.url);
  await runSql(postgres.url, `create database marketplace template template0 encoding utf8`);
  const mounted = [...COMPOSE.matchAll(/^ +- (\S+):\/docker-entrypoint-initdb\.d\/(\S+):ro$/gm)];
  expect(mounted.map(([, , name]) => name)).toEqual(['1-owner.sql', '2-roles.sql']);
  for (const [, file = ''] of mounted)
    await run(
      join(checking?.programs ?? '', 'psql'),
      ['--set=ON_ERROR_STOP=1', '--no-psqlrc', '--dbname=marketplace', `--file=${join(root, 'deploy/docker', file)}`],
      {
        env: {
          ...process.env,
          LD_LIBRARY_PATH: checking?.libraries,
          PGHOST: hostname,
          PGPORT: port,
          PGUSER: 'postgres',
          DATABASE_PASSWORD: SECRET,
        },
      },
    );
  return `postgresql://marketplace:${SECRET}@${hostname}:${port}/marketplace`;
}

/** The environment of the product in compose, with the operator's values. */
function environmentOfCompose(): Record<string, string> {
  const [, service = ''] = /^ {2}marketplace:\n([\s\S]*?)\n\n/m.exec(COMPOSE) ?? [];
  const given = service.replaceAll(
    /\$\{(\w+):(?:\?|-([\w-]*))\}/g,
    (_, name: string, fallback?: string) => GIVEN[name] ?? fallback ?? '',
  );
  return valuesIn(given, /^ {6}([A-Z_]+): '?(.*?)'?$/gm);
}

/** Starts the product by a command in the folder of the image, and waits until its health check succeeds. */
async function startProduct(command: readonly string[], env: Record<string, string>) {
  const [program = '', ...args] = command;
  const whole = {
    PATH: process.env['PATH'],
    LITE_AUTH_BCRYPT_COST: '4',
    ...env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, 'data'),
    PORT: String(ports.page),
    SUPABASE_PORT: String(ports.api),
    STUDIO_PORT: String(ports.tools),
  };
  const running = spawn(program, args, { cwd: image, env: whole, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [running.stdout, running.stderr])
    stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  const ended = once(running, 'close');
  const [checker = '', ...given] = HEALTHCHECK;
  const isHealthy = () => run(checker, given, { env: whole });
  await vi.waitFor(isHealthy, { timeout: 120_000, interval: 500 }).catch((error: unknown) => {
    running.kill('SIGKILL');
    throw new Error(`The product is not healthy:\n${output}`, { cause: error });
  });
  return {
    stop: async () => {
      running.kill('SIGTERM');
      const [code]: unknown[] = await ended;
      return { code, output };
    },
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'own-server-'));
  await chmod(folder, 0o755);
  image = join(folder, 'image');
  mkdirSync(image);
  ports = { page: await freePort(), api: await freePort(), tools: await freePort() };
  await buildImage();
  postgres = await startPostgres({ migrated: false });
  databaseUrl = await initDatabase();
  product = await startProduct(CMD, { ...valuesIn(DOCKERFILE, /^ENV ([A-Z_]+)=(.*)$/gm), ...environmentOfCompose() });
}, 600_000);
afterAll(async () => {
  await product?.stop();
  await postgres?.stop();
  checking?.remove();
  await rm(folder, { recursive: true, force: true });
});

test('the files in deploy/ are those that the command writes', async () => {
  for (const [path, text] of Object.entries(FILES)) expect(await readFile(join(root, path), 'utf8'), path).toBe(text);
});

test('the database of compose belongs to a user who is no superuser, and Postgres is that of the tests', async () => {
  const rows = await withClient(databaseUrl, (query) =>
    query(`select rolsuper, current_setting('server_version_num')::int / 10000 as version
      from pg_roles where rolname = current_user`),
  );
  expect(rows).toEqual([{ rolsuper: false, version: Number(/image: postgres:(\d+)$/m.exec(COMPOSE)?.[1]) }]);
});

describe.each(['nginx', 'Caddy'] as const)('behind %s', (kind) => {
  let proxy: Proxy;
  /** The same proxy in front of a server that notes headers and answers WebSockets. */
  let noting: { proxy: Proxy; headers: IncomingHttpHeaders[]; stop: () => Promise<void> };

  beforeAll(async () => {
    const places = [join(folder, kind), join(folder, `${kind}-noting`)] as const;
    for (const place of places) await mkdir(place);
    proxy = await OWN_PROXIES[kind](places[0], ports);
    const headers: IncomingHttpHeaders[] = [];
    const server = createServer((asked, answer) => {
      headers.push(asked.headers);
      // As the product does for guests (private.let_guests_share).
      if (!asked.headers.authorization)
        answer.setHeader('Cache-Control', 'public, max-age=15').setHeader('Vary', 'Authorization');
      answer.end(asked.headers.authorization ?? 'guest');
    });
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket) => socket.send('hello'));
    const port = await freePort();
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const inFront = await OWN_PROXIES[kind](places[1], { page: port, api: port });
    const stop = async () => {
      await inFront.stop();
      sockets.close();
      server.close();
    };
    noting = { proxy: inFront, headers, stop };
  });
  afterAll(async () => {
    await noting?.stop();
    await proxy?.stop();
  });

  test('http leads to https, and both names answer over TLS with the headers of the product', async () => {
    for (const host of ['market.example', 'api.market.example']) {
      const answer = await askPlain(proxy, host, '/post/steel-1?q=1');
      expect([301, 308]).toContain(answer.status);
      expect(answer.headers.location).toMatch(
        new RegExp(`^https://${host.replaceAll('.', '\\.')}(:\\d+)?/post/steel-1\\?q=1$`),
      );
    }
    const page = await askOverTls(proxy, 'market.example', '/');
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
      'cache-control': 'no-cache',
    });
    expect(page.headers['content-security-policy']).toContain('https://api.market.example');
    expect(page.text).toContain('content="https://api.market.example"');
    const api = await askOverTls(proxy, 'api.market.example', '/readyz');
    expect([api.status, api.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
  });

  test('five images of 5 MB arrive in one upload, and a sixth is refused by the product', async () => {
    const name = `person-${kind.toLowerCase()}`;
    const [email, password] = [`${name}@example.com`, 'Secret123!'];
    const json = { 'content-type': 'application/json', origin: 'https://market.example' };
    const send = (path: string, body: unknown) =>
      askOverTls(proxy, 'market.example', path, {
        method: 'POST',
        headers: json,
        body: Buffer.from(JSON.stringify(body)),
      });
    expect((await send('/api/register', { username: name, email, password })).status).toBe(201);
    await runSql(
      databaseUrl,
      `update auth.users set email_confirmed_at = now(), confirmation_token = null, confirmation_sent_at = now() where email = '${email}'`,
    );
    const login = await send('/api/login', { username: name, password });
    expect(login.status).toBe(200);
    const cookie = (login.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
    expect(login.headers['set-cookie']?.join('\n')).toMatch(/; Secure/);

    const upload = async (count: number) => {
      const form = new FormData();
      const bytes = imageFile('image/png', { size: IMAGE_SIZE_MAX, width: 10, height: 10 });
      for (let n = 0; n < count; n += 1) form.append('images', new File([bytes], `${String(n)}.png`));
      const request = new Request('https://market.example', { method: 'POST', body: form });
      return askOverTls(proxy, 'market.example', '/api/posts/upload-images', {
        method: 'POST',
        headers: { cookie, origin: json.origin, 'content-type': request.headers.get('content-type') ?? '' },
        body: new Uint8Array(await request.arrayBuffer()),
      });
    };
    const five = await upload(5);
    expect(five.status, five.text).toBe(200);
    const { imagePaths } = z.object({ imagePaths: z.array(z.string()) }).parse(JSON.parse(five.text));
    expect(imagePaths).toHaveLength(5);
    const path = `/storage/v1/object/public/post-images/${imagePaths[4] ?? ''}`;
    expect((await askOverTls(proxy, 'api.market.example', path)).status).toBe(200);
    const six = await upload(6);
    expect(six.status).toBe(400);
    expect(JSON.parse(six.text)).toMatchObject({ code: 'invalid_input' });
  });

  test('the address that the proxy sees replaces what a client claims, and WebSockets pass', async () => {
    const claims = { 'X-Forwarded-For': '192.0.2.1', 'X-Forwarded-Proto': 'http' };
    for (const host of ['market.example', 'api.market.example']) {
      noting.headers.length = 0;
      await askOverTls(noting.proxy, host, '/api/posts', { headers: claims });
      expect(noting.headers).toEqual([
        expect.objectContaining({ host, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' }),
      ]);
      const socket = new WebSocket(`wss://127.0.0.1:${String(noting.proxy.https)}/`, {
        agent: new Agent({ servername: host, rejectUnauthorized: false }),
        headers: { host },
      });
      const [greeting]: unknown[] = await once(socket, 'message');
      expect(String(greeting)).toBe('hello');
      socket.close();
    }
  });

  test('[A756] a kept answer is only ever given to guests, and only for the feed', async () => {
    const ask = async (path: string, authorization?: string) => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      return (await askOverTls(noting.proxy, 'api.market.example', path, { headers })).text;
    };
    const list = '/rest/v1/rpc/list_posts?page=1';
    noting.headers.length = 0;
    for (const who of [undefined, 'Bearer anna', undefined, 'Bearer bob', 'Bearer anna', undefined])
      expect(await ask(list, who)).toBe(who ?? 'guest');
    // nginx keeps the answer of the first guest for the others; Caddy has no cache, and the product behind it keeps them.
    expect(noting.headers).toHaveLength(kind === 'nginx' ? 4 : 6);
    noting.headers.length = 0;
    for (const path of ['/rest/v1/posts?id=eq.1', '/rest/v1/posts?id=eq.1', '/auth/v1/user', '/auth/v1/user'])
      await ask(path);
    expect(noting.headers).toHaveLength(4);
  });

  test('[A756] two people behind the proxy see their own feeds: a hidden post is in that of its owner only', async () => {
    const [key = ''] = /sb_publishable_[\w-]+/.exec((await askOverTls(proxy, 'market.example', '/')).text) ?? [];
    const name = `person-${kind.toLowerCase()}`;
    const signedIn = await askOverTls(proxy, 'api.market.example', '/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ email: `${name}@example.com`, password: 'Secret123!' })),
    });
    const { access_token: token } = z.object({ access_token: z.string() }).parse(JSON.parse(signedIn.text));
    await runSql(
      databaseUrl,
      `insert into public.posts (user_id, title, description, category, country, delivery_address, is_hidden)
       select id, '${kind} secret', 'Hidden by an admin', 'industrial', 'VN', 'Street 1', true from public.profiles where username = '${name}'`,
    );
    const read = async (call: string, authorization: string) => {
      const answer = await askOverTls(proxy, 'api.market.example', `/rest/v1/rpc/${call}`, {
        headers: { apikey: key, authorization },
      });
      return [answer.text.includes('secret'), answer.headers['cache-control']];
    };
    const list = 'list_posts?page=1&page_size=10&select=title&order=search.asc';
    for (const _turn of [1, 2]) {
      expect(await read(list, `Bearer ${key}`)).toEqual([false, 'public, max-age=15, stale-while-revalidate=60']);
      expect(await read(list, `Bearer ${token}`)).toEqual([true, undefined]);
      expect(await read('count_posts', `Bearer ${token}`)).toEqual([false, undefined]);
    }
  });

  test('the page works in a browser, with the API under its own name', async () => {
    const map = (name: string) => `MAP ${name}:443 127.0.0.1:${String(proxy.https)}`;
    const rules = `${map('market.example')}, ${map('api.market.example')}`;
    const browser = await chromium.launch({
      executablePath: await findBrowser(),
      args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=${rules}`],
    });
    try {
      const page = await browser.newPage({ ignoreHTTPSErrors: true });
      const complaints: string[] = [];
      page.on(
        'console',
        (message) => message.text().includes('Content Security Policy') && complaints.push(message.text()),
      );
      const answered = page.waitForResponse((answer) => answer.url().startsWith('https://api.market.example/rest/v1/'));
      await page.goto('https://market.example/');
      expect((await answered).status()).toBe(200);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

test('SIGTERM ends the image at once and well, and the unit starts the same product with its environment', async () => {
  expect(await product.stop()).toEqual({ code: 0, output: expect.stringContaining('Everything is saved') });
  const [, command = ''] = /^ExecStart=(.+)$/m.exec(UNIT) ?? [];
  const environment = valuesIn(fileOf('server/marketplace.env'), /^([A-Z_]+)=(.*)$/gm);
  // The same settings as in compose, and the folder that the image names.
  expect(Object.keys(environment).sort()).toEqual([...Object.keys(environmentOfCompose()), 'DATA_DIR'].sort());
  product = await startProduct(command.split(' '), environment);
});
