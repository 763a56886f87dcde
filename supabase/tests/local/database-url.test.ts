/** A server on a real Postgres: the values of the embedded one, and a life through restarts of Postgres. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startEmbeddedSupabase } from 'embedded-supabase';
import { clientOf, makeProject, signedIn } from 'embedded-supabase/small-project';
import { startLocalSupabase, type LocalSupabase } from '../../local/server.ts';
import { startEmbedded } from '../support/embedded/start-embedded.ts';
import { createOwnDatabase, runSql } from '../support/postgres/own-database.ts';
import { startPostgres, type TestPostgres } from '../support/postgres/start-postgres.ts';
import { createWorld, type Person, type World } from '../support/world.ts';
import { makeProduct, root } from './start-product.ts';

const run = promisify(execFile);

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.stop();
});

const COLUMNS = {
  small: 'smallint',
  whole: 'integer',
  large: 'bigint',
  exact: 'numeric(30, 10)',
  half: 'double precision',
  yes: 'boolean',
  words: 'text',
  day: 'date',
  clock: 'time',
  moment: 'timestamptz',
  local_moment: 'timestamp',
  span: 'interval',
  key: 'uuid',
  object: 'jsonb',
  plain_object: 'json',
  names: 'text[]',
  numbers: 'integer[]',
  fractions: 'numeric[]',
  moments: 'timestamptz[]',
  objects: 'jsonb[]',
  color: 'public.shade',
  colors: 'public.shade[]',
  place: 'public.place',
  bytes: 'bytea',
  address: 'inet',
  bounds: 'int4range',
};

const FIRST = {
  small: -7,
  whole: 2_147_483_647,
  large: 9_007_199_254_740_991,
  exact: '12345678901234567890.123456789',
  half: 0.1,
  yes: true,
  words: 'a "b" \\\\c {d, NULL} ơ 😀',
  day: '2026-02-28',
  clock: '23:59:59.5',
  moment: '2026-03-29T02:30:00.123456+07:00',
  local_moment: '2026-03-29 02:30:00',
  span: '1 day 02:00:00',
  key: '6f1e3a52-0000-4000-8000-00000000000a',
  object: { text: '"quoted"', list: [1, [2], null], deep: { a: true } },
  plain_object: { a: [] },
  names: ['a', 'b,c', '"d"', 'e\\\\f', '', 'NULL'],
  numbers: [1, -2],
  fractions: [1.5, 2],
  moments: ['2026-01-01T00:00:00Z'],
  color: 'green',
  colors: ['red', 'green'],
  bounds: '[1,4)',
  address: '10.0.0.1',
};

const ROWS: Record<string, unknown>[] = [
  FIRST,
  Object.fromEntries(Object.keys(FIRST).map((name) => [name, null])),
  {
    ...FIRST,
    object: ['a', { b: 1 }],
    names: [],
    numbers: [],
    object_text: undefined,
    large: -1,
    yes: false,
    exact: 0,
  },
];

/** What a server says to the same questions about values of every type. */
async function answersOf(server: LocalSupabase): Promise<unknown[]> {
  const client = clientOf(server, server.secretKey);
  const answers: unknown[] = [];
  for (const row of ROWS) {
    const written = await client.from('kinds').insert(row).select().single();
    answers.push([written.status, written.error?.message, written.data]);
  }
  const changed = await client
    .from('kinds')
    .update({ object: [1, 2], names: ['x'], plain_object: [{ y: 1 }] })
    .eq('whole', FIRST.whole)
    .select('id, object, names, plain_object')
    .order('id');
  const found = await client
    .from('kinds')
    .select('id')
    .contains('names', ['x'])
    .contains('object', [1])
    .in('color', ['green'])
    .order('id');
  const echoed = await client.rpc('echo', {
    value: FIRST.object,
    listed: [{ a: 1 }, 'b'],
    names: FIRST.names,
    moment: FIRST.moment,
    amount: 1.25,
  });
  answers.push(
    changed.error?.message,
    changed.data,
    found.error?.message,
    found.data,
    echoed.error?.message,
    echoed.data,
  );
  answers.push(
    await server.sql('select * from public.kinds order by id'),
    await server.sql('select $1::jsonb as object, $2::text[] as names, $3::int[] @> array[2] as found', [
      FIRST.object,
      FIRST.names,
      [1, 2],
    ]),
  );
  return answers;
}

test('values of every type go in and come out as on the embedded database', async () => {
  const project = makeProject();
  const columns = Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`);
  project.write(
    'supabase/migrations/20260101000300_kinds.sql',
    `create type public.shade as enum ('red', 'green');
     create type public.place as (x int, y text);
     create table public.kinds (id bigint generated always as identity primary key, ${columns.join(', ')});
     grant all on public.kinds to service_role;
     create function public.echo(value jsonb, listed jsonb, names text[], moment timestamptz, amount numeric) returns jsonb language sql as $$
       select jsonb_build_object('value', value, 'kind', jsonb_typeof(value), 'listed', listed, 'names', names, 'moment', moment, 'amount', amount) $$;`,
  );
  const answers: unknown[] = [];
  for (const databaseUrl of [undefined, await createOwnDatabase(postgres.url)]) {
    const server = await startEmbeddedSupabase({
      project: project.project,
      dataDir: `${project.dataDir}-${databaseUrl ? 'postgres' : 'embedded'}`,
      quiet: true,
      ...(databaseUrl && { databaseUrl }),
    });
    answers.push(await answersOf(server));
    await server.stop();
  }
  project.remove();
  expect(answers[0]).toContainEqual([
    201,
    undefined,
    expect.objectContaining({ object: FIRST.object, names: FIRST.names, large: FIRST.large }),
  ]);
  expect(answers[1]).toEqual(answers[0]);
});

test('sixty slow statements of one client leave connections to others, and it is refused afterwards', async () => {
  const project = makeProject();
  project.write(
    'supabase/migrations/20260101000300_slow.sql',
    `create function public.slow() returns void language sql as $$ select pg_sleep(600) $$;
     create function public.timeout() returns text language sql stable as $$ select current_setting('statement_timeout') $$;`,
  );
  const databaseUrl = await createOwnDatabase(postgres.url);
  const server = await startEmbeddedSupabase({
    project: project.project,
    dataDir: project.dataDir,
    databaseUrl,
    requireEmailVerification: false,
    quiet: true,
  });
  onTestFinished(async () => {
    await server.stop();
    project.remove();
  });
  const { client } = await signedIn(server, 'other@example.com');
  const timeouts = [server.publishableKey, server.secretKey].map((key) => clientOf(server, key).rpc('timeout'));
  expect((await Promise.all(timeouts)).map(({ data }) => data)).toEqual(['3s', '8s']);
  let left = 60;
  const slow = Array.from({ length: left }, () =>
    clientOf(server)
      .rpc('slow')
      .then((answer) => {
        left -= 1;
        return answer;
      }),
  );
  for (let n = 0; n < 5; n += 1) expect((await client.from('numbers').select('n').limit(1)).data).toEqual([{ n: 1 }]);
  // All of them still wait, so none of these has waited for them.
  expect(left).toBe(60);
  const answers = await Promise.all(slow);
  const count = (code: string) => answers.filter(({ error }) => error?.code === code).length;
  expect([count('57014'), count('PT429')]).toEqual([2, 58]);
  expect(await clientOf(server).from('numbers').select('n').limit(1)).toAnswer(429);
  expect((await client.from('numbers').select('n').limit(1)).data).toEqual([{ n: 1 }]);
});

test('a database whose letters are not UTF-8 is refused with the command that makes a right one', async () => {
  const url = await createOwnDatabase(postgres.url, `encoding 'SQL_ASCII' locale 'C'`);
  const dataDir = await mkdtemp(join(tmpdir(), 'ascii-'));
  await expect(startLocalSupabase({ dataDir, databaseUrl: url, quiet: true })).rejects.toThrow(
    /encoding SQL_ASCII.*createdb/,
  );
  await rm(dataDir, { recursive: true });
});

test('a Postgres that does not answer is said so in one sentence', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'nothing-'));
  const databaseUrl = 'postgresql://nobody@127.0.0.1:1/nothing';
  await expect(startLocalSupabase({ dataDir, databaseUrl, quiet: true })).rejects.toThrow(
    /^The database of DATABASE_URL cannot be reached: .*ECONNREFUSED/,
  );
  await rm(dataDir, { recursive: true });
});

test('a second server on a database is refused, also after a restart of Postgres', async () => {
  const project = makeProject();
  const databaseUrl = await createOwnDatabase(postgres.url);
  const start = (folder: string) =>
    startEmbeddedSupabase({ project: project.project, dataDir: project.dataDir + folder, databaseUrl, quiet: true });
  const first = await start('');
  onTestFinished(async () => {
    await first.stop();
    project.remove();
  });
  await expect(start('-second')).rejects.toThrow(
    /^Another server runs on the database of DATABASE_URL, from 127\.0\.0\.1\. Stop it first.*pg_terminate_backend.* where datname = current_database\(\)/,
  );
  await postgres.restart();
  expect(await first.sql('select 1 as one')).toEqual([{ one: 1 }]);
  await expect(start('-second')).rejects.toThrow('Another server runs');
  await first.stop();
  await (await start('')).stop();
});

test('a database with another data folder is refused with the place of the right one', async () => {
  const project = makeProject();
  onTestFinished(() => project.remove());
  const [databaseUrl, other] = [await createOwnDatabase(postgres.url), await createOwnDatabase(postgres.url)];
  const start = async (url: string, folder = '') => {
    const dataDir = project.dataDir + folder;
    const server = await startEmbeddedSupabase({ project: project.project, dataDir, databaseUrl: url, quiet: true });
    await server.stop();
  };
  await start(databaseUrl);
  const refused = start(databaseUrl, '-wrong');
  await expect(refused).rejects.toThrow(
    `The stored files of this database are in another data folder: ${project.dataDir} on ${hostname()}. Set DATA_DIR`,
  );
  // A new database takes any folder, also one of a database that is gone.
  await start(other, '-wrong');
  await expect(start(other)).rejects.toThrow(`${project.dataDir}-wrong on`);
  // A folder can move, with its id.
  await rename(project.dataDir, `${project.dataDir}-moved`);
  await start(databaseUrl, '-moved');
  await runSql(databaseUrl, `delete from supabase_migrations.seed_files where path = 'data folder'`);
  await start(databaseUrl, '-wrong');
});

test('a folder whose id is damaged gets it again in its place, and is refused elsewhere with what to do', async () => {
  const project = makeProject();
  onTestFinished(() => project.remove());
  const databaseUrl = await createOwnDatabase(postgres.url);
  const start = async (dataDir = project.dataDir) => {
    const server = await startEmbeddedSupabase({ project: project.project, dataDir, databaseUrl, quiet: true });
    await server.stop();
  };
  const file = join(project.dataDir, 'folder-id');
  await start();
  const id = await readFile(file, 'utf8');
  const { mtimeMs } = await stat(file);
  await start();
  expect((await stat(file)).mtimeMs).toBe(mtimeMs);

  await writeFile(file, '');
  await start();
  expect(await readFile(file, 'utf8')).toBe(id);

  // As an empty folder where a disk belongs.
  await rm(file);
  await expect(start()).rejects.toThrow(
    `The stored files of this database were in ${project.dataDir} on ${hostname()}, which has no folder-id now. Is its disk there?`,
  );

  const moved = `${project.dataDir}-moved`;
  await rename(project.dataDir, moved);
  await writeFile(join(moved, 'folder-id'), id.slice(0, 20));
  const refusal = await start(moved).catch(String);
  expect(refusal).toContain(
    `${moved}/folder-id is damaged, and the database names another place of its stored files: ${project.dataDir} on`,
  );
  const [, remedy = ''] = /run once in the database: (delete .*); else/.exec(refusal ?? '') ?? [];
  await runSql(databaseUrl, remedy);
  await start(moved);
  expect(await readFile(join(moved, 'folder-id'), 'utf8')).toMatch(/^[0-9a-f-]{36}$/);
});

test('a named database starts empty, and a command makes its first registered person the main admin', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'company-'));
  const databaseUrl = await createOwnDatabase(postgres.url);
  const product = await makeProduct({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  const mainAdmin = async (address: string) => {
    const { stdout, stderr } = await run(process.execPath, [join(root, 'scripts/commands/main-admin.mjs'), address], {
      env: product.env,
    }).catch((error: { stdout: string; stderr: string }) => error);
    return stdout + stderr;
  };

  const first = await product.start();
  expect(first.output).toContain('There is no main admin yet');
  expect(first.output).not.toContain('Demo1234!');
  expect(await mainAdmin('carla@example.com')).toBe('Nobody has registered with this address\n');
  const registered = await fetch(`${product.page}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username: 'carla',
      email: 'carla@example.com',
      password: 'Demo1234!',
      confirmPassword: 'Demo1234!',
      termsAccepted: true,
    }),
  });
  expect(registered, await registered.text()).toAnswer(201);
  expect(await mainAdmin('carla@example.com')).toBe('This address is not confirmed yet\n');
  await runSql(
    databaseUrl,
    `update auth.users set email_confirmed_at = now(), confirmation_token = null, confirmation_sent_at = now() where email = 'carla@example.com'`,
  );
  expect(await mainAdmin('carla@example.com')).toMatch(/^carla is main admin now/);
  expect(await mainAdmin('carla@example.com')).toContain('There is a main admin already');
  await first.stop();

  const second = await product.start(['--no-demo']);
  expect(second.output).not.toContain('There is no main admin yet');
  await second.stop();
  const third = await product.start(['--demo']);
  expect(third.output).toContain('There are people in this database');
  await rm(dataDir, { recursive: true });
}, 180_000);

describe('when Postgres ends its connections', () => {
  let embedded: Awaited<ReturnType<typeof startEmbedded>>;
  let world: World;
  let anna: Person;
  let bob: Person;

  beforeAll(async () => {
    embedded = await startEmbedded({ postgresUrl: postgres.url });
    world = createWorld(embedded.backend);
    anna = await world.person('anna');
    bob = await world.person('bob');
    await world.sql(`update private.app_settings set value = 'false' where key = 'rate_limits_enabled'`);
  });
  afterAll(async () => {
    await embedded?.stop();
  });

  /** Writes as anna until `stop`, in every way at once; tells which likes and posts were acknowledged, and each failure. */
  function startLoad() {
    const acknowledged: string[] = [];
    const failures: { path: string; status: number; body: unknown }[] = [];
    let open = true;
    const headers = {
      apikey: world.publishableKey,
      authorization: `Bearer ${anna.accessToken}`,
      'content-type': 'application/json',
    };
    const call = async (url: string, init?: RequestInit) => {
      const response = await fetch(url, { ...init, headers: { ...headers, ...init?.headers } });
      const text = await response.text();
      if (response.ok) return true;
      let body: unknown = text;
      try {
        body = JSON.parse(text);
      } catch {
        // Stays text, which the test shows.
      }
      failures.push({ path: new URL(url).pathname, status: response.status, body });
      return false;
    };
    const repeat = async (work: () => Promise<unknown>) => {
      while (open) await work();
    };
    const writing = Array.from({ length: 6 }, () =>
      repeat(async () => {
        const id = randomUUID();
        const row = {
          title: `Load ${id}`,
          description: 'Under load',
          category: 'food',
          country: 'vn',
          delivery_address: 'Hue',
          client_id: id,
        };
        if (await call(`${world.supabaseUrl}/rest/v1/posts`, { method: 'POST', body: JSON.stringify(row) }))
          acknowledged.push(row.title);
      }),
    );
    const others = [
      repeat(() => call(`${world.webUrl}/api/posts`)),
      repeat(() => call(`${world.webUrl}/api/notifications`)),
      repeat(() => call(`${world.supabaseUrl}/auth/v1/user`)),
      repeat(() =>
        call(`${world.supabaseUrl}/auth/v1/token?grant_type=password`, {
          method: 'POST',
          body: JSON.stringify({ email: anna.email, password: anna.password }),
        }),
      ),
      repeat(() =>
        call(`${world.supabaseUrl}/storage/v1/object/list/post-images`, {
          method: 'POST',
          body: JSON.stringify({ prefix: anna.authId }),
        }),
      ),
      repeat(() =>
        call(`${world.supabaseUrl}/functions/v1/mail`, {
          method: 'POST',
          headers: { authorization: `Bearer ${world.cronSecret}` },
        }),
      ),
    ];
    return {
      acknowledged,
      failures,
      stop: async () => {
        open = false;
        await Promise.all([...writing, ...others]);
      },
    };
  }

  const expectHonest = (failures: { path: string; status: number; body: unknown }[]) => {
    const dishonest = new Set(
      failures
        .filter(({ status, body }) => status !== 503 || typeof Object(body).code !== 'string')
        .map((failure) => JSON.stringify(failure)),
    );
    expect([...dishonest]).toEqual([]);
  };
  const expectKept = async (acknowledged: string[]) => {
    const kept = new Set(
      (await world.sql<{ title: string }>(`select title from public.posts where title like 'Load %'`)).map(
        ({ title }) => title,
      ),
    );
    expect(acknowledged.filter((title) => !kept.has(title))).toEqual([]);
  };
  const expectWell = async () => {
    expect((await world.createPost(bob)).id).toBeGreaterThan(0);
    expect(await fetch(`${world.webUrl}/api/posts`)).toAnswer(200);
    expect((await bob.client.auth.signInWithPassword({ email: bob.email, password: bob.password })).error).toBeNull();
  };

  test('a restart under load answers 503 with a code meanwhile and loses nothing that was acknowledged', async () => {
    const load = startLoad();
    await expect.poll(() => load.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(30);
    await postgres.restart(async () => {
      const before = load.failures.length;
      await expect.poll(() => load.failures.length, { timeout: 30_000 }).toBeGreaterThan(before + 10);
    });
    const after = load.acknowledged.length;
    await expect.poll(() => load.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(after + 30);
    await load.stop();
    expectHonest(load.failures);
    await expectKept(load.acknowledged);
    await expectWell();
  });

  test('connections that an administrator ends in the middle of transactions are replaced', async () => {
    const load = startLoad();
    for (let turn = 0; turn < 20; turn += 1) {
      const before = load.acknowledged.length;
      await expect.poll(() => load.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 5);
      await world.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      );
    }
    await load.stop();
    expectHonest(load.failures);
    expect(load.failures.length).toBeGreaterThan(0);
    await expectKept(load.acknowledged);
    await expectWell();
  });
});
