/** Proxies with the configurations of deploy/, which end with their test. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { request, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestTls, type RequestOptions } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from 'embedded-supabase/free-port';
import { vi } from 'vitest';
import { proxyProgram } from '../../../scripts/machine/proxies.ts';

const run = promisify(execFile);

/** Starts a program and waits until `ask` succeeds. @returns stops it */
async function startProgram(program: string, args: string[], ask: () => Promise<unknown>, env = process.env) {
  const running = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  await vi.waitFor(ask, { timeout: 20_000 });
  return async () => {
    const ended = once(running, 'exit');
    running.kill('SIGTERM');
    await ended;
  };
}

/**
 * Starts nginx with what a distribution's nginx.conf has around the given files of its folder, and waits until `ask`
 * succeeds.
 * @returns stops it
 */
export async function startNginx(
  folder: string,
  files: readonly string[],
  ask: () => Promise<unknown>,
): Promise<() => Promise<void>> {
  await mkdir(join(folder, 'temporary'));
  const isRoot = process.getuid?.() === 0;
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off;
${isRoot ? 'user root;' : ''}
pid ${join(folder, 'nginx.pid')};
error_log stderr error;
events {}
http {
  access_log off;
  types { text/html html; text/css css; application/javascript js; image/svg+xml svg; image/png png; font/woff2 woff2; }
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, 'temporary', name)};`).join('\n  ')}
  ${files.map((file) => `include ${join(folder, file)};`).join('\n  ')}
}
`,
  );
  const program = proxyProgram('nginx', join(folder, 'program'));
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf')];
  await run(program, [...args, '-t']);
  return startProgram(program, args, ask);
}

interface Targets {
  page: number;
  api: number;
}

/** The ports of a proxy for market.example and api.market.example. */
interface Ports {
  http: number;
  https: number;
}
export type Proxy = Ports & { stop: () => Promise<void> };

const freePorts = async (): Promise<Ports> => ({ http: await freePort(), https: await freePort() });
/** Whether there is a certificate for each name. */
const askNames = (ports: Ports) => () =>
  Promise.all(['market.example', 'api.market.example'].map((host) => askOverTls(ports, host, '/')));

const deployed = (file: string) => readFile(new URL(`../../../deploy/server/${file}`, import.meta.url), 'utf8');

/** The proxies of deploy/server, on free ports, with a certificate of their own. */
export const OWN_PROXIES: Readonly<Record<'nginx' | 'Caddy', (folder: string, targets: Targets) => Promise<Proxy>>> = {
  nginx: async (folder, { page, api }) => {
    const ports = await freePorts();
    const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
    const names = 'subjectAltName=DNS:market.example,DNS:api.market.example';
    const subject = ['-subj', '/CN=market.example', '-addext', names, '-keyout', key, '-out', certificate];
    await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject]);
    const text = (await deployed('nginx.conf'))
      .replaceAll(/^ *listen \[::\].*\n/gm, '')
      .replaceAll('listen 80;', `listen ${String(ports.http)};`)
      .replaceAll('listen 443 ', `listen ${String(ports.https)} `)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${String(page)}`)
      .replaceAll('127.0.0.1:54321', `127.0.0.1:${String(api)}`)
      .replaceAll('/etc/letsencrypt/live/market.example', folder)
      .replaceAll('/var/cache', folder);
    await writeFile(join(folder, 'marketplace.conf'), text);
    return { ...ports, stop: await startNginx(folder, ['marketplace.conf'], askNames(ports)) };
  },
  Caddy: async (folder, { page, api }) => {
    const ports = await freePorts();
    const options = `{
  admin off
  local_certs
  skip_install_trust
  http_port ${String(ports.http)}
  https_port ${String(ports.https)}
  storage file_system ${join(folder, 'certificates')}
  log {
    level ERROR
  }
}
`;
    await writeFile(join(folder, 'Caddyfile'), options + (await deployed('Caddyfile')));
    const args = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
    const env = { ...process.env, HOME: folder, PAGE: `127.0.0.1:${String(page)}`, API: `127.0.0.1:${String(api)}` };
    const program = proxyProgram('caddy', join(folder, 'program'));
    return { ...ports, stop: await startProgram(program, args, askNames(ports), env) };
  },
};

interface Question {
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
}

/** Asks a name behind a proxy over TLS. */
export const askOverTls = ({ https }: Ports, host: string, path: string, question: Question = {}) =>
  answerTo(requestTls, { port: https, servername: host, rejectUnauthorized: false }, host, path, question);

/** Asks a name behind a proxy without TLS. */
export const askPlain = ({ http }: Ports, host: string, path: string) =>
  answerTo(request, { port: http }, host, path, {});

async function answerTo(
  ask: (options: RequestOptions) => ClientRequest,
  options: RequestOptions,
  host: string,
  path: string,
  { method = 'GET', headers = {}, body }: Question,
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; text: string }> {
  const sent = ask({ ...options, host: '127.0.0.1', agent: false, path, method, headers: { host, ...headers } });
  const answered = once(sent, 'response');
  sent.end(body);
  const [answer]: IncomingMessage[] = await answered;
  let text = '';
  for await (const chunk of answer ?? []) text += String(chunk);
  return { status: answer?.statusCode, headers: answer?.headers ?? {}, text };
}
