/** What a server answers when its Postgres cannot do what it is asked: never that the client is at fault. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startEmbeddedSupabase, type EmbeddedSupabase } from 'embedded-supabase';
import { alike, askAll, doorsOf } from 'embedded-supabase/doors';
import { openServer } from 'embedded-supabase/postgres-database';
import type { Limits } from 'embedded-supabase/postgres-pool';
import type { STATEMENT_TIMEOUTS } from 'embedded-supabase/roles';
import { makeProject, signedIn } from 'embedded-supabase/small-project';
import { createOwnDatabase, runSql, withClient } from '../support/postgres/own-database.ts';
import { startRefusingProxy } from '../support/postgres/refusing-proxy.ts';
import { startPostgres, type TestPostgres } from '../support/postgres/start-postgres.ts';

const WRITE = `
create function public.write() returns void language sql as $$ update public.numbers set n = n where n = 1 $$;
grant update on public.numbers to anon;
create function public.sleep() returns void language sql as $$ select pg_sleep(20) $$;
`;

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres({ migrated: false });
});
afterAll(async () => {
  await postgres?.stop();
});

async function startServer(databaseUrl: string, databaseLimits: Partial<Limits>): Promise<EmbeddedSupabase> {
  const project = makeProject();
  project.write('supabase/migrations/20260101000200_write.sql', WRITE);
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

/** Asks for a renewal once, where auth-js would try again. @returns the status */
async function renewOnce(server: EmbeddedSupabase, client: SupabaseClient): Promise<number> {
  const { data } = await client.auth.getSession();
  const answer = await fetch(`${server.supabaseUrl}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ refresh_token: data.session?.refresh_token }),
  });
  return answer.status;
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

test('sessions survive rows of Auth that are locked for longer than requests wait; others notice nothing', async () => {
  const url = await createOwnDatabase(postgres.url);
  // In proportion as usual: a statement ends before the patience of those that wait for its turn.
  const server = await startServer(url, { turnMs: 3_000, requestMs: 2_500, aliveMs: 1_000 });
  const sessionOf = async (email: string) => {
    const { client } = await signInAt(server, email);
    return (await client.auth.getSession()).data.session?.refresh_token;
  };
  const locked = await sessionOf('locked@example.com');
  const others = [await sessionOf('other@example.com'), await sessionOf('third@example.com')];
  const renew = async (token: string | undefined) => {
    const answer = await fetch(`${server.supabaseUrl}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: server.publishableKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ refresh_token: token }),
    });
    return answer.status;
  };
  await withClient(url, async (query) => {
    await query('begin');
    await query(`select from auth.users where email = 'locked@example.com' for update`);
    await query(
      `select from auth.refresh_tokens where user_id::text = (select id::text from auth.users where email = 'locked@example.com') for update`,
    );
    const refused = [renew(locked), renew(locked)];
    expect(await renew(others[0])).toBe(200);
    refused.push(...Array.from({ length: 10 }, () => renew(locked)));
    expect(await Promise.all(refused)).toEqual(refused.map(() => unavailable));
    // From the same address, after statements were ended.
    expect(await renew(others[1])).toBe(200);
  });
  expect(await renew(locked)).toBe(200);
});

test('a renewal that fails at any of its writes can be repeated', async () => {
  const url = await createOwnDatabase(postgres.url);
  const server = await startServer(url, { turnMs: 3_000, requestMs: 2_500, aliveMs: 1_000 });
  const { client } = await signInAt(server, 'halfway@example.com');
  const renew = () => renewOnce(server, client);
  await withClient(url, async (query) => {
    await query(`create function public.fail() returns trigger language plpgsql as $$
      begin raise exception using errcode = '53100', message = 'No space left'; end $$`);
    for (const [write, table] of [
      ['insert', 'auth.refresh_tokens'],
      ['update', 'auth.refresh_tokens'],
      ['update', 'auth.sessions'],
      ['insert', 'auth.audit_log_entries'],
      ['update', 'auth.users'],
    ] as const) {
      await query(`create trigger fail before ${write} on ${table} for each row execute function public.fail()`);
      const before = await query('select * from auth.refresh_tokens order by id');
      expect([write, table, await renew()]).toEqual([write, table, unavailable]);
      expect(await query('select * from auth.refresh_tokens order by id')).toEqual(before);
      await query(`drop trigger fail on ${table}`);
    }
    for (const table of ['auth.users', 'auth.sessions', 'auth.refresh_tokens']) {
      await query('begin');
      await query(`select from ${table} for update`);
      expect([table, await renew()]).toEqual([table, unavailable]);
      await query('rollback');
    }
  });
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect(await server.sql('select from auth.refresh_tokens where not revoked')).toHaveLength(1);
});

test('no session ends when the connections of renewals are ended', async () => {
  const url = await createOwnDatabase(postgres.url);
  const server = await startServer(url, {});
  const clients: SupabaseClient[] = [];
  for (let number = 0; number < 20; number += 1)
    clients.push((await signInAt(server, `ended${String(number)}@example.com`)).client);
  const { pathname, username } = new URL(url);
  const asSuperuser = Object.assign(new URL(postgres.url), { pathname }).href;
  await withClient(asSuperuser, async (query) => {
    // A successor takes its time, so that each end meets renewals before and after it.
    await query(`create function public.wait() returns trigger language plpgsql as $$
      begin perform pg_sleep(0.05); return new; end $$`);
    await query('create trigger wait before insert on auth.refresh_tokens for each row execute function public.wait()');
    const renewals = Promise.all(clients.map((client) => client.auth.refreshSession()));
    const endSome = () =>
      query(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${username}' and xact_start is not null`,
      );
    for (let times = 0; times < 8; times += 1)
      await expect.poll(endSome, { timeout: 5_000, interval: 10 }).not.toEqual([]);
    expect((await renewals).map(({ error }) => error)).toEqual(clients.map(() => null));
  });
});

test('a renewal at the moment of a sign-out is refused, or the session ends after it', async () => {
  const url = await createOwnDatabase(postgres.url);
  const server = await startServer(url, {});
  const { client } = await signInAt(server, 'leaving@example.com');
  await withClient(url, async (query) => {
    await query('begin');
    await query('delete from auth.sessions');
    const renewal = renewOnce(server, client);
    await expect
      .poll(() => server.sql(`select from pg_stat_activity where wait_event_type = 'Lock'`), { interval: 20 })
      .toHaveLength(1);
    await query('commit');
    expect(await renewal).toBe(400);
  });
  const { client: other, token } = await signInAt(server, 'leaving2@example.com');
  const signOut = fetch(`${server.supabaseUrl}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, Authorization: `Bearer ${token}` },
  });
  const [status] = await Promise.all([renewOnce(server, other), signOut]);
  expect([200, 400]).toContain(status);
  expect(await server.sql('select from auth.sessions')).toEqual([]);
});

test('a session that is renewed from an address that is refused for a while does not end', async () => {
  const proxy = await startRefusingProxy(await createOwnDatabase(postgres.url));
  onTestFinished(() => proxy.close());
  const server = await startServer(proxy.url, {});
  const { client } = await signInAt(server, 'slow@example.com');
  const read = () =>
    fetch(`${server.supabaseUrl}/rest/v1/numbers?select=n`, { headers: { apikey: server.publishableKey } });
  proxy.refuseWith('57014');
  expect(await read()).toAnswer(503);
  proxy.refuseWith(undefined);
  expect(await read()).toAnswer(429);
  // The client tries again until it is let in.
  expect((await client.auth.refreshSession()).error).toBeNull();
});

test('a session does not end because its renewal waited behind statements that took too long', async () => {
  const server = await startServer(await createOwnDatabase(postgres.url), {});
  const { client } = await signInAt(server, 'behind@example.com');
  const token = (await client.auth.getSession()).data.session?.refresh_token;
  const ask = (path: string, body: unknown) =>
    fetch(server.supabaseUrl + path, {
      method: 'POST',
      headers: { apikey: server.publishableKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  // They have all turns of the address.
  const slow = [1, 2].map(() => ask('/rest/v1/rpc/sleep', {}));
  await expect
    .poll(() => server.sql(`select from pg_stat_activity where wait_event = 'PgSleep'`), {
      timeout: 2_000,
      interval: 50,
    })
    .toHaveLength(2);
  const renewal = await ask('/auth/v1/token?grant_type=refresh_token', { refresh_token: token });
  expect([renewal.status, await renewal.json()]).toEqual([503, expect.objectContaining({ code: 'PT429' })]);
  for (const answer of await Promise.all(slow)) expect(answer).toAnswer(503);
  expect((await client.auth.refreshSession()).error).toBeNull();
});

test('no client is refused because its statements waited for locks, whatever its role and door are', async () => {
  const url = await createOwnDatabase(postgres.url);
  const server = await startServer(url, {});
  const { token, doors } = await signInAt(server, 'waiting@example.com');
  const askAs: Record<keyof typeof STATEMENT_TIMEOUTS, () => Promise<Response>> = {
    anon: () => read(server.publishableKey, server.publishableKey),
    authenticated: () => read(server.publishableKey, token),
    service_role: () => read(server.secretKey, server.secretKey, 'notes?select=id'),
    // Of statements before a role is known.
    authenticator: () =>
      fetch(`${server.supabaseUrl}/auth/v1/user`, {
        headers: { apikey: server.publishableKey, Authorization: `Bearer ${token}` },
      }),
  };
  const read = (apikey: string, bearer: string, rows = 'numbers?select=n&n=eq.1') =>
    fetch(`${server.supabaseUrl}/rest/v1/${rows}`, {
      headers: { apikey, Authorization: `Bearer ${bearer}` },
    });
  const askAllRoles = () =>
    Promise.all(
      Object.entries(askAs).map(async ([role, ask]) => {
        const answer = await ask();
        const body = (await answer.json()) as { code?: unknown };
        return { role, status: answer.status, retryAfter: answer.headers.get('retry-after'), code: body.code };
      }),
    );
  await withClient(url, async (query) => {
    await query('begin');
    await query('lock table public.numbers, public.notes, auth.users, storage.objects, storage.buckets');
    expect(await askAllRoles()).toEqual(
      Object.keys(askAs).map((role) => ({ role, status: 503, retryAfter: '1', code: '55P03' })),
    );
    // The doors of one client wait for each other.
    const answers = Object.entries(await askAll(server, doors, token));
    expect(answers.filter(([, { status }]) => status === 429)).toEqual([]);
    expect(answers.filter(([, { code }]) => code === '55P03').length).toBeGreaterThan(2);
  });
  expect(await askAllRoles()).toEqual(Object.keys(askAs).map((role) => expect.objectContaining({ role, status: 200 })));
});

test('a statement that waits for a lock is ended by Postgres, and its connection stays', async () => {
  const url = await createOwnDatabase(postgres.url);
  const lines: string[] = [];
  const limits = { aliveMs: 1_000, ownMs: 2_500 };
  const database = await openServer(url, (line) => lines.push(line), limits);
  onTestFinished(() => database.close());
  await database.exec('create table locked (n integer)');
  const pids = () => database.sql<{ pid: number }>('select pg_backend_pid() as pid');
  const before = await pids();
  await withClient(url, async (query) => {
    await query('begin');
    await query('lock table locked');
    await expect(database.sql('select from locked')).rejects.toMatchObject({ code: '55P03' });
  });
  expect([await pids(), lines]).toEqual([before, []]);
});

test('a database that became read-only is an outage for writes, until it is writable', async () => {
  const url = await createOwnDatabase(postgres.url);
  const server = await startServer(url, { aliveMs: 1_000 });
  const { client, token, doors } = await signInAt(server, 'reader@example.com');
  const { data: user } = await client.auth.getUser(token);
  const picture = client.storage.from('pictures');
  const file = await picture.upload(`${user.user?.id ?? ''}/a.png`, new Blob(['a'], { type: 'image/png' }));
  const ready = async () => {
    const answer = await fetch(`${server.supabaseUrl}/readyz`);
    return [answer.status, await answer.json()];
  };
  const { pathname, username } = new URL(url);
  const asSuperuser = Object.assign(new URL(postgres.url), { pathname });
  // As a failover: new connections find another state than the open ones.
  const become = (state: 'on' | 'off') =>
    runSql(asSuperuser.href, `alter role ${username} set default_transaction_read_only = ${state}`);
  const endConnections = () =>
    runSql(asSuperuser.href, `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${username}'`);
  await become('on');
  await endConnections();
  await expect.poll(ready, { timeout: 20_000 }).toEqual([503, expect.objectContaining({ database: 'is read-only' })]);

  const answers = await askAll(server, doors, token);
  const writes = doors.filter(
    ({ method, path }) =>
      path.startsWith('/rest/v1/notes') ||
      path.includes('refresh_token') ||
      path.includes('signup') ||
      method === 'PUT',
  );
  expect(answers).toMatchObject(alike(writes, { status: 503, retryAfter: '1', code: 'PGRST001' }));
  expect(answers).toMatchObject({
    'GET /rest/v1/numbers?select=n': { status: 200 },
    'HEAD /rest/v1/numbers?select=n': { status: 200 },
    'GET /rest/v1/rpc/who': { status: 200 },
    'GET /auth/v1/user': { status: 200 },
  });
  expect(file.error).toBeNull();
  expect(await fetch(picture.getPublicUrl(file.data?.path ?? '').data.publicUrl)).toAnswer(200);

  await expect(openServer(url, () => undefined)).rejects.toThrow('DATABASE_URL: the database is read-only.');

  // The connections that were open stay on the reader: nothing but this server ends them.
  await become('off');
  await expect.poll(ready, { timeout: 20_000 }).toEqual([200, expect.objectContaining({ database: 'ok' })]);
  await expect
    .poll(async () => (await client.from('notes').insert({ body: 'a' })).status, { timeout: 20_000 })
    .toBe(201);
});

test('a function that writes is refused by GET, and no connection is replaced for it', async () => {
  const url = await createOwnDatabase(postgres.url);
  const server = await startServer(url, { aliveMs: 1_000 });
  const read = (path: string) =>
    fetch(`${server.supabaseUrl}/rest/v1/${path}`, { headers: { apikey: server.publishableKey } });
  const connections = (condition: string) =>
    server.sql<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and ${condition} order by pid`,
    );
  // Younger ones would not be replaced.
  await expect.poll(() => connections(`backend_start > now() - interval '1.1 s'`), { timeout: 20_000 }).toEqual([]);
  const before = await connections('true');
  const answer = await read('rpc/write');
  expect([answer.status, await answer.json()]).toMatchObject([405, { code: '25006' }]);
  expect(await read('numbers?select=n&n=eq.1')).toAnswer(200);
  expect(await connections('true')).toEqual(before);
});
