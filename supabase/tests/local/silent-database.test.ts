/** A server whose connections to Postgres go silent without being closed, as behind a firewall that forgets them. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startEmbeddedSupabase } from 'embedded-supabase';
import { openServer } from 'embedded-supabase/postgres-database';
import { LIMITS, PostgresPool } from 'embedded-supabase/postgres-pool';
import { listen } from 'embedded-supabase/realtime-listener';
import { makeProject, signedIn } from 'embedded-supabase/small-project';
import { createOwnDatabase } from '../support/postgres/own-database.ts';
import { startPostgres, type TestPostgres } from '../support/postgres/start-postgres.ts';

const POLICY = `create policy "all read" on realtime.messages for select to authenticated using (extension = 'broadcast')`;
const SOON = { aliveMs: 3_000, requestMs: 3_000, ownMs: 3_000, askMs: 100, closeMs: 100 };

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres({ migrated: false });
});
afterAll(async () => {
  await postgres?.stop();
});

/** A new database behind a proxy. `silence` keeps the open connections and passes nothing on; new ones work. */
async function startProxy() {
  const target = new URL(await createOwnDatabase(postgres.url));
  const sockets: Socket[] = [];
  const proxy = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.push(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
    }
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  return {
    url: Object.assign(new URL(target), { port: String((proxy.address() as AddressInfo).port) }).href,
    silence: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}

test('a server whose connections go silent answers 503, serves on new connections, and stops', async () => {
  const proxy = await startProxy();
  const project = makeProject();
  project.write('supabase/migrations/20260101000200_topics.sql', POLICY);
  const server = await startEmbeddedSupabase({
    project: project.project,
    dataDir: project.dataDir,
    databaseUrl: proxy.url,
    databaseLimits: SOON,
    requireEmailVerification: false,
    quiet: true,
  });
  onTestFinished(() => project.remove());
  const { token } = await signedIn(server, 'anna@example.com');
  const read = () =>
    fetch(`${server.supabaseUrl}/rest/v1/numbers?select=n&limit=1`, { headers: { apikey: server.publishableKey } });
  const ready = () => fetch(`${server.supabaseUrl}/readyz`);
  const listener = await listen({ ...server, token, topic: 'news' });
  onTestFinished(() => listener.close());
  expect(listener.states).toEqual(['SUBSCRIBED']);

  proxy.silence();
  const unready = await ready();
  expect([unready.status, await unready.json()]).toEqual([
    503,
    expect.objectContaining({ database: 'cannot be reached' }),
  ]);
  await expect.poll(async () => (await ready()).status, { timeout: 20_000 }).toBe(200);

  await expect
    .poll(
      async () => {
        await server.sql(`select realtime.send('{}', 'told', 'news', true)`);
        return listener.heard;
      },
      { timeout: 20_000, interval: 200 },
    )
    .toContainEqual(expect.objectContaining({ event: 'told' }));
  // On a connection that is new, and the next to be used.
  expect(await read()).toAnswer(200);

  proxy.silence();
  const answer = await read();
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    503,
    '1',
    expect.objectContaining({ code: 'PGRST001' }),
  ]);
  expect(await read()).toAnswer(200);

  proxy.silence();
  await server.stop();
});

test('a held connection does not keep the database open', async () => {
  const proxy = await startProxy();
  const database = await openServer(proxy.url, () => undefined, { closeMs: 100 });
  const held = database.transaction(({ sql }) => sql('select pg_sleep(600)')).catch((error: unknown) => error);
  await expect
    .poll(() => database.sql(`select 1 from pg_stat_activity where query ~ '^select pg_sleep'`))
    .toHaveLength(1);
  proxy.silence();
  await database.close();
  expect(await held).toMatchObject({ code: '08006' });
});

test('a migration can take longer than other statements', async () => {
  const database = await openServer(await createOwnDatabase(postgres.url), () => undefined, SOON);
  onTestFinished(() => database.close());
  const slow = 'select pg_sleep(3.2)';
  await Promise.all([database.exec(slow), database.transaction(({ exec }) => exec(slow))]);
  await expect(database.sql(slow)).rejects.toMatchObject({ code: '08006' });
});

test('a connection that comes too late for its caller serves the next one', async () => {
  const url = await createOwnDatabase(postgres.url);
  const pool = new PostgresPool(url, 1, {}, () => undefined, { ...LIMITS, aliveMs: 1_000 });
  const lock = new pg.Client(url);
  await lock.connect();
  onTestFinished(async () => {
    await lock.end();
    await pool.close();
  });
  const held = await pool.connect();
  const late = pool.connect();
  // The patience of the caller ends before that for the connection.
  await lock.query('select pg_sleep(0.5)');
  // Taken with the end of the held connection, and before the new one asks for its share of it.
  const taken = lock.query(`select pg_advisory_lock(hashtextextended('embedded-supabase', 0))`);
  held.release(true);
  await taken;
  await expect(late).rejects.toMatchObject({ code: '08006' });
  await lock.query('select pg_advisory_unlock_all()');
  const next = await pool.connect();
  expect((await next.query('select 1 as one')).rows).toEqual([{ one: '1' }]);
  next.release();
});
