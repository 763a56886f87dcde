/** What monitors read: `/healthz` and `/readyz` on every port, `/metrics` on that of the tools. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ROUTES } from '../src/platform/routes.ts';
import { startEmbeddedSupabase, type EmbeddedSupabase } from '../src/server.ts';
import { makeProject } from './project.ts';

const project = makeProject({
  api: `Deno.serve(() => Response.json({ inside: Deno.env.get('SUPABASE_URL') }, { headers: { 'X-Route': '/api/:what' } }));`,
  broken: 'throw new Error("It does not start")',
});
/** The doors that the code opens. */
const SOURCE = readFileSync(new URL('../src/server.ts', import.meta.url), 'utf8');
const DOORS = [...SOURCE.matchAll(/watchDoor\('(\w+)'/g)].map(([, name = '']) => name).sort();

const lines: string[] = [];
let server: EmbeddedSupabase;
let doors: Record<string, string>;
beforeAll(async () => {
  const logTo = { write: (line: string) => lines.push(line) };
  server = await startEmbeddedSupabase({ ...project, logLevel: 'debug', logTo, cron: false });
  const answer = await fetch(`${server.webUrl}/api/x`);
  expect(answer.headers.has('X-Route')).toBe(false);
  const { inside } = z.object({ inside: z.string() }).parse(await answer.json());
  doors = { page: server.webUrl, supabase: server.supabaseUrl, functions: inside, tools: server.tablesUrl };
});
afterAll(async () => {
  await server?.stop();
  project.remove();
});

const metrics = async () => (await fetch(`${server.tablesUrl}/metrics`)).text();
const readiness = async () => {
  const answer = await fetch(`${server.webUrl}/readyz`);
  return [answer.status, z.record(z.string(), z.unknown()).parse(await answer.json())] as const;
};

test('every port that the code opens is watched and logged, and tells whether the process answers', async () => {
  expect(DOORS).toEqual(Object.keys(doors).sort());
  expect(SOURCE.match(/(?<!\.)\blisten\(/g)).toHaveLength(DOORS.length);
  for (const [door, url] of Object.entries(doors)) {
    const answers = await Promise.all(['/healthz', '/readyz', '/metrics'].map((path) => fetch(url + path)));
    expect([door, ...answers.map(({ status }) => status)]).toEqual([door, 200, 503, door === 'tools' ? 200 : 404]);
    expect((await fetch(`${url}/healthz`, { method: 'POST' })).status, door).toBe(405);
  }
  const logged = (door: string) =>
    lines.some(
      (line) => line.includes('"method":"POST","route":"/healthz","status":405') && line.includes(`"door":"${door}"`),
    );
  await expect.poll(() => DOORS.filter((door) => !logged(door))).toEqual([]);
});

test('a function that does not start, and migrations of another version, are named by /readyz', async () => {
  const working = { database: 'ok', migrations: 'ok', storage: 'ok', functions: 'down: broken' };
  expect(await readiness()).toEqual([503, { ready: false, ...working }]);
  await server.sql(
    `insert into supabase_migrations.schema_migrations (version, name, statements) values ('29990101000000', 'later', '{}')`,
  );
  const migrations = 'the database has those of another version';
  await expect.poll(readiness, { timeout: 10_000 }).toEqual([503, { ready: false, ...working, migrations }]);
});

test('requests are counted by port, pattern and status', async () => {
  const headers = { apikey: server.publishableKey };
  await (await fetch(`${server.supabaseUrl}/rest/v1/numbers?select=n&limit=1`, { headers })).text();
  await (await fetch(`${server.supabaseUrl}/rest/v1/rpc/who`, { method: 'POST', headers })).text();
  await (await fetch(`${server.supabaseUrl}/functions/v1/nothing/x`)).text();
  const series = [
    'door="page",method="GET",route="/api/:what",status="200"',
    'door="supabase",method="GET",route="/rest/v1/:table",status="200"',
    'door="supabase",method="POST",route="/rest/v1/rpc/:function",status="200"',
    'door="supabase",method="GET",route="/functions/v1/*",status="404"',
  ].map((labels) => `http_request_duration_seconds_count{${labels}} 1\n`);
  const missing = async () => {
    const text = await metrics();
    return series.filter((line) => !text.includes(line));
  };
  await expect.poll(missing).toEqual([]);
  const text = await metrics();
  for (const name of ['database_turns{state="waiting"} 0', 'cut_offs 0', 'cut_off_clients 0'])
    expect(text).toContain(name);
});

test('paths and methods of strangers make no series', async () => {
  const stranger = () => `stranger-${randomUUID()}`;
  const starts = ['', 'api/', 'assets/', 'rest/v1/', 'rest/v1/rpc/', 'auth/v1/', 'storage/v1/', 'storage/v1/object/'];
  for (const url of Object.values(doors)) {
    for (const start of [...starts, 'functions/v1/', 'mailbox/', 'static/'])
      await (await fetch(`${url}/${start}${stranger()}`, { method: start === '' ? 'PROPFIND' : 'GET' })).text();
  }
  const text = await metrics();
  expect(text).not.toContain('stranger');
  expect(text).toContain('method="other"');
  const routes = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route = '']) => route));
  expect([...routes].filter((route) => !ROUTES.has(route) && route !== '/api/:what')).toEqual([]);
});
