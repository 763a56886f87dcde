/** What a server answers when its Postgres cannot do what it is asked: never that the client is at fault. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startEmbeddedSupabase, type EmbeddedSupabase } from 'embedded-supabase';
import { alike, askAll, doorsOf } from 'embedded-supabase/doors';
import type { Limits } from 'embedded-supabase/postgres-pool';
import { makeProject, signedIn } from 'embedded-supabase/small-project';
import { createOwnDatabase, withClient } from '../support/postgres/own-database.ts';
import { startRefusingProxy } from '../support/postgres/refusing-proxy.ts';
import { startPostgres, type TestPostgres } from '../support/postgres/start-postgres.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres({ migrated: false });
});
afterAll(async () => {
  await postgres?.stop();
});

async function startServer(databaseUrl: string, databaseLimits: Partial<Limits>): Promise<EmbeddedSupabase> {
  const project = makeProject();
  const server = await startEmbeddedSupabase({
    project: project.project,
    dataDir: project.dataDir,
    databaseUrl,
    databaseLimits,
    requireEmailVerification: false,
    addressLimits: false,
    quiet: true,
  });
  onTestFinished(async () => {
    await server.stop();
    project.remove();
  });
  return server;
}

async function signInAt(server: EmbeddedSupabase, email: string) {
  const { client, token } = await signedIn(server, email);
  const { data } = await client.auth.getSession();
  return { client, token, doors: doorsOf(email, data.session?.refresh_token ?? '') };
}

const unavailable = expect.toSatisfy((status) => status === 503 || status === 504);

test('no door blames its client, whatever the trouble of the database is', async () => {
  const proxy = await startRefusingProxy(await createOwnDatabase(postgres.url));
  onTestFinished(() => proxy.close());
  const server = await startServer(proxy.url, {});
  const { client, token, doors } = await signInAt(server, 'troubled@example.com');
  for (const [trouble, code] of [
    ['08006', 'PGRST001'],
    ['closed', 'PGRST001'],
    ['25P03', 'PGRST001'],
    ['40001', '40001'],
    ['40P01', '40P01'],
    ['53100', '53100'],
    ['53200', '53200'],
    ['53300', 'PGRST001'],
    ['57P01', 'PGRST001'],
    ['57P03', 'PGRST001'],
    ['57P05', 'PGRST001'],
  ] as const) {
    proxy.refuseWith(trouble);
    const answers = await askAll(server, doors, token);
    expect({ trouble, answers }).toEqual({
      trouble,
      answers: alike(doors, { status: 503, retryAfter: '1', code }),
    });
  }
  // A fault of Postgres itself, which no retry mends.
  proxy.refuseWith('XX000');
  const others = doors.filter(({ method, path }) => method !== 'GET' || !path.startsWith('/auth/v1/verify'));
  expect(await askAll(server, others, token)).toEqual(
    alike(others, { status: 500, retryAfter: null, code: expect.anything() }),
  );
  proxy.refuseWith(undefined);
  expect((await client.auth.refreshSession()).error).toBeNull();
});

test('no door blames its client when statements take too long, or its other requests did', async () => {
  const proxy = await startRefusingProxy(await createOwnDatabase(postgres.url));
  onTestFinished(() => proxy.close());
  const server = await startServer(proxy.url, {});
  const { token, doors } = await signInAt(server, 'slow@example.com');
  proxy.refuseWith('57014');
  for (const [door, { status, retryAfter, code }] of Object.entries(await askAll(server, doors, token)))
    expect([door, status, retryAfter, code]).toEqual([
      door,
      expect.toSatisfy((given) => given === 503 || given === 429),
      expect.any(String),
      door.startsWith('HEAD') ? undefined : expect.stringMatching(/^(?:57014|PT429)$/),
    ]);
});

test('sessions survive a row of Auth that is locked for longer than requests wait', async () => {
  const url = await createOwnDatabase(postgres.url);
  const server = await startServer(url, { turnMs: 500, requestMs: 3_000, aliveMs: 1_000 });
  const { client } = await signInAt(server, 'locked@example.com');
  const { data } = await client.auth.getSession();
  const answers = await withClient(url, async (query) => {
    await query('begin');
    await query('select from auth.users for update');
    await query('select from auth.refresh_tokens for update');
    const renew = async () => {
      const answer = await fetch(`${server.supabaseUrl}/auth/v1/token?grant_type=refresh_token`, {
        method: 'POST',
        headers: { apikey: server.publishableKey, 'Content-Type': 'application/json' },
        body: JSON.stringify({ refresh_token: data.session?.refresh_token }),
      });
      return answer.status;
    };
    return Promise.all(Array.from({ length: 12 }, renew));
  });
  expect(answers).toEqual(Array.from({ length: 12 }, () => unavailable));
});
