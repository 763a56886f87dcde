/** `npm start` where other machines reach the server: nobody there can sign in with the password of the README. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeProduct } from './start-product.ts';

const WELL_KNOWN = 'Demo1234!';
const WARNING = 'WARNING: everybody who reaches this server can sign in as an admin of the demo';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-server-'));
});
afterAll(() => rm(folder, { recursive: true }));

const productIn = (name: string) => makeProduct({ DATA_DIR: join(folder, name) });
type Product = Awaited<ReturnType<typeof productIn>>;

async function started(product: Product, options: string[], variables: Record<string, string> = {}) {
  const server = await product.start(options, variables);
  onTestFinished(server.stop);
  return server;
}

const send = ({ page }: Product, method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(page + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const signIn = async (product: Product, password: string) =>
  (await send(product, 'POST', '/api/login', { username: 'mona', password })).status;

async function changePassword(product: Product, currentPassword: string, newPassword: string): Promise<void> {
  const session = await send(product, 'POST', '/api/login', { username: 'mona', password: currentPassword });
  const cookie = session.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const answer = await send(
    product,
    'POST',
    '/api/user/password',
    { currentPassword, newPassword },
    { Cookie: cookie },
  );
  expect(answer.status).toBe(200);
}

test('a server that others reach has no demo accounts, by its own address or behind a proxy', async () => {
  const product = await productIn('empty');
  for (const [name, value] of [
    ['HOST', '0.0.0.0'],
    ['SITE_URL', 'https://market.example'],
  ] as const) {
    const server = await started(product, [], { [name]: value });
    expect(server.output).toContain('There is no main admin yet');
    expect(server.output).not.toContain('Demo accounts');
    expect(await signIn(product, WELL_KNOWN)).toBe(401);
    await server.stop();
  }
}, 180_000);

describe('a demo that others reach', () => {
  let product: Product;
  beforeAll(async () => {
    product = await productIn('demo');
  });

  test('it has its own password, which is printed once', async () => {
    const first = await started(product, ['--demo'], { HOST: '0.0.0.0' });
    const [, password = ''] = /Demo accounts, password (\S+)/.exec(first.output) ?? [];
    expect(password).toMatch(/^\S{12,}$/);
    expect(first.output).not.toContain(WARNING);
    expect(await signIn(product, WELL_KNOWN)).toBe(401);
    expect(await signIn(product, password)).toBe(200);
    await first.stop();

    const second = await started(product, [], { HOST: '0.0.0.0' });
    expect(second.output).toContain('Demo accounts, with the password that was printed when they were loaded');
    expect(second.output).not.toContain(WARNING);
    await changePassword(product, password, WELL_KNOWN);
  }, 180_000);

  test('the well-known password is warned of, once it opens an account', async () => {
    const onLoopback = await started(product, []);
    expect(onLoopback.output).toContain(`Demo accounts, password ${WELL_KNOWN}`);
    expect(onLoopback.output).not.toContain(WARNING);
    await onLoopback.stop();
    const opened = await started(product, [], { HOST: '0.0.0.0' });
    expect(opened.output).toContain(WARNING);
  }, 180_000);
});
