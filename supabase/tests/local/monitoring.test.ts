/** What monitors of the product read while it works, and while Postgres is down. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLocalSupabase, type LocalSupabase } from '../../local/server.ts';
import { createOwnDatabase } from '../support/postgres/own-database.ts';
import { startPostgres, type TestPostgres } from '../support/postgres/start-postgres.ts';

let postgres: TestPostgres;
let dataDir: string;
let server: LocalSupabase;
beforeAll(async () => {
  postgres = await startPostgres();
  dataDir = await mkdtemp(join(tmpdir(), 'monitoring-'));
  server = await startLocalSupabase({
    dataDir,
    databaseUrl: await createOwnDatabase(postgres.url),
    quiet: true,
  });
});
afterAll(async () => {
  await server?.stop();
  await postgres?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const answerOf = async (path: string, url = server.webUrl) => {
  const answer = await fetch(url + path);
  return [answer.status, await answer.text()] as const;
};
const READY = JSON.stringify({ ready: true, database: 'ok', migrations: 'ok', functions: 'ok', storage: 'ok' });

test('the metrics name routes of /api, waiting mails with their age, and every job', async () => {
  await server.sql(
    `insert into private.mail_outbox (recipient, template, attempts, created_at, next_attempt_at)
     values ('waits@example.com', 'test', 1, now() - interval '2 hours', now() + interval '1 day'),
       ('collects@example.com', 'test', 0, now() - interval '3 days', now() + interval '1 day')`,
  );
  expect((await fetch(`${server.webUrl}/api/posts/987654`)).status).toBe(404);
  const jobs = await server.sql<{ path: string }>('select path from private.jobs()');
  const has = async (text: string | RegExp) => expect((await answerOf('/metrics', server.tablesUrl))[1]).toMatch(text);
  await expect.poll(async () => (await answerOf('/metrics', server.tablesUrl))[1]).toContain('route="/api/posts/:id"');
  await has(/^mails\{state="queued"\} 1$/m);
  await has(/^mail_oldest_age_seconds\{state="queued"\} 72\d\d\b/m);
  await has(/^mails\{state="failed"\} 0$/m);
  for (const { path } of jobs) await has(new RegExp(`^job_last_success_timestamp_seconds\\{job="${path}"\\} \\d`, 'm'));
});

test('a server is ready once its page is built', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'monitoring-page-'));
  for (const part of ['supabase', 'node_modules']) await symlink(join(process.cwd(), part), join(folder, part));
  let end = () => {};
  const built = new Promise<void>((resolve) => (end = resolve));
  const dataDir = join(folder, 'data');
  const building = await startLocalSupabase({ projectDir: folder, dataDir, web: 'build', built, quiet: true });
  try {
    const states = async () => JSON.parse((await answerOf('/readyz', building.supabaseUrl))[1]);
    expect(await states()).toMatchObject({ ready: false, database: 'ok', page: 'is being built' });
    expect((await answerOf('/readyz', building.webUrl))[0]).toBe(503);
    end();
    await expect.poll(states, { timeout: 5_000 }).toMatchObject({ ready: false, page: 'is not built' });
    await mkdir(join(folder, 'dist'));
    await writeFile(join(folder, 'dist', 'index.html'), '<!doctype html>');
    await expect.poll(states, { timeout: 5_000 }).toMatchObject({ ready: true, page: 'ok' });
  } finally {
    await building.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test('while Postgres is down the process is alive and not ready, and afterwards it is ready again', async () => {
  expect(await answerOf('/readyz')).toEqual([200, READY]);
  await postgres.restart(async () => {
    await expect.poll(async () => (await answerOf('/readyz'))[0], { timeout: 20_000 }).toBe(503);
    const lacks = { ready: false, database: 'cannot be reached', migrations: 'cannot be reached' };
    expect(JSON.parse((await answerOf('/readyz'))[1])).toMatchObject(lacks);
    expect((await answerOf('/healthz'))[0]).toBe(200);
  });
  await expect.poll(() => answerOf('/readyz'), { timeout: 20_000 }).toEqual([200, READY]);
});
