/** How a data folder comes about: migrations, seed, demo data, and templates that save the time. */
import { once } from 'node:events';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { DemoChoice } from '../src/data/data-folder.ts';
import type { Sql } from '../src/database/database.ts';
import { startEmbeddedSupabase, type EmbeddedSupabase } from '../src/server.ts';
import { clientOf, makeProject, type TestProject } from './project.ts';

const opened: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

function project(): TestProject {
  const made = makeProject();
  opened.push(made.remove);
  return made;
}

const PERSON = '00000000-0000-4000-8000-000000000001';
async function addPerson(sql: Sql): Promise<void> {
  await sql(`insert into auth.users (id, email) values ($1, 'demo@example.com')`, [PERSON]);
}

async function start(made: TestProject, demo: DemoChoice = false, lines: string[] = []): Promise<EmbeddedSupabase> {
  const server = await startEmbeddedSupabase({
    project: made.project,
    dataDir: made.dataDir,
    demo,
    logTo: { write: (line) => lines.push(line) },
  });
  opened.push(() => server.stop());
  return server;
}

test('migrations are recorded as the supabase CLI does; new ones are applied and logged on the next start', async () => {
  const made = project();
  const first = await start(made);
  const recorded = () =>
    'select version, name, cardinality(statements) as n from supabase_migrations.schema_migrations order by 1';
  expect(await first.sql(recorded())).toEqual([
    { version: '20260101000000', name: 'notes', n: expect.any(Number) },
    { version: '20260101000100', name: 'buckets', n: 10 },
  ]);
  await first.stop();
  made.write(
    'supabase/migrations/20260102000000_more.sql',
    'create table public.more (a int); insert into public.more values (1);',
  );
  const lines: string[] = [];
  const second = await start(made, false, lines);
  const events = lines.map((line): unknown => JSON.parse(line));
  expect(events).toMatchObject([{ message: 'migration', version: '20260102000000' }, { message: 'start' }]);
  expect(await second.sql(recorded())).toContainEqual({ version: '20260102000000', name: 'more', n: 2 });
  expect(await second.sql('select a from public.more')).toEqual([{ a: 1 }]);
});

test('only the owner of a data folder can read it: database, files, mails with their codes', async () => {
  const made = project();
  let port = 0;
  const functionEnv = ({ smtpPort }: { smtpPort: number }) => {
    port = smtpPort;
    return {};
  };
  const before = process.umask(0o022);
  opened.push(() => void process.umask(before));
  const server = await start({ ...made, project: { ...made.project, functionEnv } });
  const service = clientOf(server, server.secretKey);
  const picture = new Blob(['x'], { type: 'image/png' });
  expect((await service.storage.from('pictures').upload('a.png', picture)).error).toBeNull();
  const mailer = connect(port, '127.0.0.1');
  for (const line of [
    '',
    'HELO a',
    'MAIL FROM:<a@example.com>',
    'RCPT TO:<b@example.com>',
    'DATA',
    'code\r\n.',
    'QUIT',
  ]) {
    if (line !== '') mailer.write(`${line}\r\n`);
    await once(mailer, 'data');
  }
  const mails = readdirSync(join(made.dataDir, 'mails')).map((name) => join('mails', name));
  const modes = ['', 'db', 'storage', 'mails', ...mails, 'keys.json'].map((part) =>
    (statSync(join(made.dataDir, part)).mode & 0o777).toString(8),
  );
  expect(modes).toEqual(['700', '700', '700', '700', '600', '600']);
});

test('a changed or a missing migration is reported, not ignored', async () => {
  const made = project();
  await (await start(made)).stop();
  made.write('supabase/migrations/20260101000100_buckets.sql', 'select 1;');
  await expect(start(made)).rejects.toThrow(/20260101000100_buckets\.sql was changed after it had been applied/);
  rmSync(`${made.projectDir}/supabase/migrations/20260101000100_buckets.sql`);
  await expect(start(made)).rejects.toThrow(/migrations that are not in the folder: 20260101000100/);
});

test('a failing migration is undone as a whole and names itself', async () => {
  const made = project();
  await (await start(made)).stop();
  made.write('supabase/migrations/20260103000000_bad.sql', 'create table public.half (a int); select 1 / 0;');
  await expect(start(made)).rejects.toThrow(/Migration 20260103000000_bad\.sql failed: division by zero/);
  made.write('supabase/migrations/20260103000000_bad.sql', 'create table public.half (a int);');
  expect(await (await start(made)).sql(`select to_regclass('public.half')::text as made`)).toEqual([{ made: 'half' }]);
});

test('seed and demo data are loaded once in the life of a folder', async () => {
  const made = project();
  made.write('supabase/seed.sql', 'insert into public.numbers values (9001);');
  made.project.demo = {
    folder: made.projectDir,
    load: async ({ sql, putObject }) => {
      await sql('insert into public.numbers values ($1)', [9002]);
      await addPerson(sql);
      await putObject('pictures', 'demo/a.png', new TextEncoder().encode('demo'), 'image/png', PERSON);
    },
  };
  const first = await start(made, true);
  const numbers = 'select n from public.numbers where n > 9000 order by 1';
  expect(await first.sql(numbers)).toEqual([{ n: 9001 }, { n: 9002 }]);
  const picture = await fetch(`${first.supabaseUrl}/storage/v1/object/public/pictures/demo/a.png`);
  expect([picture.status, picture.headers.get('content-type'), await picture.text()]).toEqual([
    200,
    'image/png',
    'demo',
  ]);
  await first.stop();
  expect(await (await start(made, true)).sql(numbers)).toEqual([{ n: 9001 }, { n: 9002 }]);
});

test('two folders made from one template share nothing', async () => {
  const made = project();
  const one = await start(made);
  const two = await startEmbeddedSupabase({ project: made.project, dataDir: `${made.dataDir}-two`, quiet: true });
  opened.push(() => two.stop());
  expect(one.secretKey).not.toBe(two.secretKey);
  await one.sql('insert into public.numbers values (7001)');
  expect(await two.sql('select n from public.numbers where n = 7001')).toEqual([]);
});

const people = async (server: EmbeddedSupabase) =>
  (await server.sql<{ email: string }>('select email from auth.users order by 1')).map(({ email }) => email);

test('demo data never comes where people are: left out unasked, refused when asked for', async () => {
  const made = project();
  made.project.demo = { folder: made.projectDir, load: ({ sql }) => addPerson(sql) };
  const first = await start(made, false);
  await first.sql(`insert into auth.users (id, email) values (gen_random_uuid(), 'carla@example.com')`);
  await first.stop();
  const second = await start(made, 'if-new');
  expect(await people(second)).toEqual(['carla@example.com']);
  await second.stop();
  await expect(start(made, true)).rejects.toThrow(/There are people in this database/);
  expect(await people(await start(made, false))).toEqual(['carla@example.com']);
});

test('demo data that was declined stays away, until somebody asks for it', async () => {
  const made = project();
  made.project.demo = { folder: made.projectDir, load: ({ sql }) => addPerson(sql) };
  for (const choice of ['never', 'if-new', 'never'] as const) {
    const server = await start(made, choice);
    expect(await people(server)).toEqual([]);
    await server.stop();
  }
  const filled = await start(made, true);
  expect(await people(filled)).toEqual(['demo@example.com']);
  await filled.stop();
  await expect(start(made, 'never')).rejects.toThrow(/The demo data is in this database already/);
});

test('a data folder that cannot be made is named with what is wrong and what to do', async () => {
  const made = project();
  made.write('a-file', '');
  const dataDir = join(made.projectDir, 'a-file', 'data');
  await expect(startEmbeddedSupabase({ project: made.project, dataDir, quiet: true })).rejects.toThrow(
    `The data folder ${dataDir} is below a file. Mend that, or choose another with DATA_DIR=<folder>.`,
  );
});
