/** The log of the product over a story of three people, an admin and a fault: its lines, and nothing about the people. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { makeProduct } from './start-product.ts';
import { startLocalSupabase, type LocalSupabase } from '../../local/server.ts';
import { walkThroughApi } from '../support/api-walk.ts';

const lines: string[] = [];
let folder: string;
let server: LocalSupabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'log-'));
  server = await startLocalSupabase({
    dataDir: join(folder, 'data'),
    logLevel: 'debug',
    logTo: { write: (line) => lines.push(line) },
    cron: false,
    addressLimits: false,
  });
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const ADMIN = { username: 'rosalind', email: 'rosalind@franklin.example', password: 'Secret1234!' };
const WRONG = 'Wrong98765!';
const SEARCH = 'chrysanthemum';
const FEEDBACK = {
  email: 'dorothy@hodgkin.example',
  category: 'bug',
  subject: 'Insulin list',
  message: 'The list of insulin is empty.',
};

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(server.webUrl + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const eventSchema = z
  .object({ time: z.iso.datetime(), level: z.enum(['debug', 'info', 'warn']), message: z.string() })
  .catchall(z.unknown());
const events = () => lines.map((line) => eventSchema.parse(JSON.parse(line)));
/** Waits until the log has all given events. */
const expectEvents = (wanted: Record<string, unknown>[]) =>
  expect
    .poll(() =>
      wanted.filter(
        (event) => !events().some((each) => Object.entries(event).every(([name, value]) => each[name] === value)),
      ),
    )
    .toEqual([]);

/** Every name, address, password and text of the walk through `/api`. Shorter ones are parts of other words. */
async function wordsOfWalk(): Promise<string[]> {
  const page = await readFile(new URL('../../../docs/api.md', import.meta.url), 'utf8');
  const scripts = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, script = '']) => script).join('\n');
  const values = [...scripts.matchAll(/"\w+": "([^"$']{4,})"/g)].map(([, value = '']) => value);
  return [...new Set(values)];
}

test('requests, mails and sign-ins of admins have a line each', async () => {
  const walk = await walkThroughApi(
    `${server.webUrl}/api`,
    folder,
    async (address) => (await server.mails.waitFor(address)).text ?? '',
  );
  expect(walk.exitCode, walk.printed).toBe(0);

  const registered = await send('POST', '/api/register', ADMIN);
  expect(registered.status).toBe(201);
  await server.sql(
    'update auth.users set email_confirmed_at = now(), confirmation_token = null, confirmation_sent_at = now() where email = $1',
    [ADMIN.email],
  );
  await server.sql('select private.appoint_main_admin($1)', [ADMIN.email]);
  expect((await send('POST', '/api/login', { username: ADMIN.email, password: WRONG })).status).toBe(401);
  expect((await send('POST', '/api/login', { username: ADMIN.email, password: ADMIN.password })).status).toBe(200);
  await send('GET', `/api/posts?search=${SEARCH}`, undefined, { 'X-Request-Id': 'order-17' });
  await send('GET', `/${SEARCH}?q=${ADMIN.email}`);
  const run = await fetch(`${server.supabaseUrl}/functions/v1/housekeeping/${SEARCH}`, { method: 'POST' });
  expect(run.status).toBe(401);

  const [me] = await server.sql<{ id: number }>('select id::int from public.profiles where username = $1', [
    ADMIN.username,
  ]);
  await expectEvents([
    { message: 'start', level: 'info' },
    { message: 'request', door: 'page', method: 'POST', route: '/api/login', status: 401 },
    { message: 'request', door: 'page', method: 'POST', route: '/api/login', status: 200 },
    { message: 'request', door: 'page', method: 'POST', route: '/api/quotes', status: 201 },
    { message: 'request', door: 'page', route: '/api/posts', status: 200, id: 'order-17' },
    { message: 'request', door: 'functions', level: 'debug', route: '/auth/v1/token', status: 200 },
    { message: 'request', door: 'supabase', route: '/housekeeping/*', status: 401 },
    { message: 'sign-in', user: me?.id },
    { message: 'job', job: 'mail/:id', outcome: 'sent' },
  ]);
  // The users of the walk are no admins, and refusals are no faults.
  expect(events().filter(({ message }) => message === 'sign-in')).toHaveLength(1);
  expect(events().filter(({ level, stack }) => level === 'warn' || stack !== undefined)).toEqual([]);
  const requests = events().filter(({ message }) => message === 'request');
  for (const facts of requests)
    expect(facts).toEqual({
      time: expect.any(String),
      level: expect.any(String),
      message: 'request',
      id: expect.stringMatching(/^[\w-]{1,64}$/),
      door: expect.any(String),
      method: expect.any(String),
      route: expect.any(String),
      status: expect.any(Number),
      ms: expect.any(Number),
    });
});

test('a fault of the database is written once with its request, and its repetitions as a number', async () => {
  await server.sql(`create function public.break_feedback() returns trigger language plpgsql as $$ begin
    raise exception using errcode = 'XX000', message = 'Out of order', detail = format('Failing row contains %s.', new); end $$`);
  await server.sql(
    'create trigger break_feedback before insert on public.feedback for each row execute function public.break_feedback()',
  );
  for (let turn = 0; turn < 3; turn += 1) {
    const answer = await send('POST', '/api/feedback', FEEDBACK, { 'X-Request-Id': `try-${turn}` });
    expect(answer.status).toBe(500);
  }
  await expectEvents([
    { message: 'POST /api/feedback answered 500', level: 'warn', id: 'try-0', status: 500 },
    { message: 'Database error XX000: Out of order', level: 'warn' },
  ]);
  await server.stop();
  await expectEvents([
    { message: 'POST /api/feedback answered 500', repeated: 2 },
    { message: 'Database error XX000: Out of order', repeated: 2 },
    { message: 'stop' },
  ]);
  expect(events().filter(({ message }) => message === 'POST /api/feedback answered 500')).toHaveLength(2);
});

test('no line has a name, an address, a password or a text of anybody', async () => {
  const walk = await wordsOfWalk();
  expect(walk.length).toBeGreaterThan(25);
  expect(walk).toEqual(expect.arrayContaining(['anna-buys', 'bob@supplier.example', 'Can you ship in two parts?']));
  const words = [...walk, ...Object.values(ADMIN), WRONG, SEARCH, ...Object.values(FEEDBACK), 'steel', '127.0.0.1'];
  const known = words.filter((word) => word.length > 3).map((word) => word.toLowerCase());
  expect(lines.filter((line) => known.some((word) => line.toLowerCase().includes(word)))).toEqual([]);
});

test('a log that nobody reads any more ends no server, nor its clean stop', async () => {
  const product = await makeProduct({ DATA_DIR: join(folder, 'unread') });
  const started = await product.start(['--no-demo']);
  started.stopReading();
  for (let n = 0; n < 20; n += 1) expect((await fetch(`${product.page}/api/posts?page=${n + 1}`)).status).toBe(200);
  await started.stop();
  expect(started.exitCode()).toBe(0);
});
