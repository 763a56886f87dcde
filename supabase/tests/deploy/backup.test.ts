/** The restore drill of docs/operate.md: what is saved of one database makes another one that is the same. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@supabase/supabase-js';
import { NoWebSocket } from 'embedded-supabase/no-web-socket';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownServerFiles } from '../../../deploy/own-server.ts';
import { checkingPostgres } from '../../../scripts/machine/checking-postgres.ts';
import type { Database } from '../../functions/_shared/rows/database.types.ts';
import { VERSION } from '../../functions/_shared/version.ts';
import { DEMO_PASSWORD } from '../../demo/data/accounts.ts';
import { startLocalSupabase } from '../../local/server.ts';
import { startPostgres, type TestPostgres } from '../support/postgres/start-postgres.ts';
import { definitionsOf, differences, type CatalogRow } from '../support/postgres/catalog.ts';

const run = promisify(execFile);
const script = (name: string) => fileURLToPath(new URL(`../../../deploy/${name}.sh`, import.meta.url));

const checking = checkingPostgres();
let postgres: TestPostgres;
let folder: string;
let source: string;

const start = (databaseUrl: string, demo: boolean) =>
  startLocalSupabase({
    dataDir: join(folder, demo ? 'source' : 'target'),
    databaseUrl,
    demo,
    requireEmailVerification: false,
    quiet: true,
  });

/** A database with all migrations and without people. */
async function newDatabase(): Promise<string> {
  const url = await postgres.createDatabase('template0');
  await (await start(url, false)).stop();
  return url;
}

const shell = (name: string, url: string, file: string, dataDir?: string) =>
  run(script(name), [file], {
    env: {
      PATH: `${checking?.programs}:${process.env['PATH']}`,
      LD_LIBRARY_PATH: checking?.libraries,
      DATABASE_URL: url,
      DATA_DIR: dataDir,
    },
  });

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Table → number of rows and a digest of their contents. */
const contents = (url: string) =>
  withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'private') or (schemaname, tablename) in (('auth', 'users'), ('auth', 'identities'), ('storage', 'objects'))
       order by 1`,
    );
    const digests: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as digest from ${name} t`,
      );
      digests[name] = rows[0]?.digest ?? '';
    }
    return digests;
  });

const definitions = (url: string) =>
  withClient(url, (client) => definitionsOf(async (text) => (await client.query<CatalogRow>(text)).rows));

beforeAll(async () => {
  if (!checking) throw new Error('There is no pg_dump for this machine');
  postgres = await startPostgres(checking);
  folder = await mkdtemp(join(tmpdir(), 'restore-drill-'));
  source = await postgres.createDatabase('template0');
  await (await start(source, true)).stop();
});
afterAll(async () => {
  await postgres.stop();
  checking?.remove();
  await rm(folder, { recursive: true, force: true });
});

test('a backup restored into a new database has the same rows, permissions, next ids and sign-ins', async () => {
  const file = join(folder, 'marketplace.dump');
  await shell('backup', source, file);
  const target = await newDatabase();
  await shell('restore', target, file);

  const saved = await contents(source);
  expect(saved['public.posts']).toMatch(/^1[0-9]{2} /);
  expect(await contents(target)).toEqual(saved);
  expect(differences(await definitions(target), await definitions(source))).toEqual([]);

  const server = await start(target, false);
  const client = createClient<Database>(server.supabaseUrl, server.publishableKey, {
    auth: { persistSession: false },
    realtime: { transport: NoWebSocket },
  });
  const { error } = await client.auth.signInWithPassword({ email: 'bob@example.com', password: DEMO_PASSWORD });
  expect(error).toBeNull();
  const newest = await client.from('posts').select('id').order('id', { ascending: false }).limit(1).single();
  const posted = await client
    .from('posts')
    .insert({
      title: 'Pallets',
      description: 'EPAL 1',
      category: 'logistics',
      country: 'de',
      delivery_address: 'Hamburg',
    })
    .select('id')
    .single();
  expect(posted.data?.id).toBeGreaterThan(newest.data?.id ?? 0);
  await server.stop();
});

test('a database with people in it is left as it is', async () => {
  const file = join(folder, 'again.dump');
  await shell('backup', source, file);
  const before = await contents(source);
  await expect(shell('restore', source, file)).rejects.toThrow(/There are users in this database already/);
  expect(await contents(source)).toEqual(before);
});

test('a database with other migrations than the backup is left as it is', async () => {
  const file = join(folder, 'newer.dump');
  await shell('backup', source, file);
  const target = await newDatabase();
  await withClient(target, (client) =>
    client.query(
      'delete from supabase_migrations.schema_migrations where version = (select max(version) from supabase_migrations.schema_migrations)',
    ),
  );
  const before = await contents(target);
  await expect(shell('restore', target, file)).rejects.toThrow(
    new RegExp(`The backup has migration \\d{14} of release ${VERSION}, the database \\d{14}: start that release once`),
  );
  expect(await contents(target)).toEqual(before);
});

test('a backup that is cut off, of the rows or of the files, changes nothing', async () => {
  const file = join(folder, 'cut.dump');
  await shell('backup', source, file, join(folder, 'source'));
  const target = await newDatabase();
  const before = await contents(target);
  const dataDir = join(folder, 'cut');
  for (const cut of [`${file}.files.tar.gz`, file]) {
    const whole = await readFile(cut);
    for (const share of [0.5, 0.95]) {
      await writeFile(cut, whole.subarray(0, whole.length * share));
      await expect(shell('restore', target, file, dataDir)).rejects.toThrow('incomplete or no backup');
    }
    await writeFile(cut, whole);
  }
  expect(await contents(target)).toEqual(before);
  expect(existsSync(dataDir)).toBe(false);
  await shell('restore', target, file, dataDir);
  expect(await contents(target)).toEqual(await contents(source));
  expect(existsSync(join(dataDir, 'storage'))).toBe(true);
});

test('linked stored files are saved and restored on their own disk, or refused', async () => {
  const [file, dataDir, disk] = [join(folder, 'linked.dump'), join(folder, 'linked'), join(folder, 'disk')];
  mkdirSync(dataDir);
  symlinkSync(disk, join(dataDir, 'storage'));
  await expect(shell('backup', source, file, dataDir)).rejects.toThrow('storage is a link to nothing');
  await expect(readFile(file)).rejects.toThrow('ENOENT');
  cpSync(join(folder, 'source', 'storage'), disk, { recursive: true });
  const saved = readdirSync(disk, { recursive: true }).toSorted();
  expect(saved.length).toBeGreaterThan(10);
  await shell('backup', source, file, dataDir);
  const target = await newDatabase();
  await rm(disk, { recursive: true });
  await expect(shell('restore', target, file, dataDir)).rejects.toThrow('storage is a link to nothing');
  mkdirSync(disk);
  await shell('restore', target, file, dataDir);
  expect(lstatSync(join(dataDir, 'storage')).isSymbolicLink()).toBe(true);
  expect(readdirSync(disk, { recursive: true }).toSorted()).toEqual(saved);
  await run('tar', ['-czf', `${file}.files.tar.gz`, '-C', dataDir, 'storage']);
  await expect(shell('restore', target, file, dataDir)).rejects.toThrow('only a link in place of the stored files');
});

test('the containers save by a service of their own, and a backup is replaced by a whole one only', async () => {
  const [, service = ''] =
    /^ {2}backup:\n([\s\S]*?)\n\n/m.exec(ownServerFiles()['deploy/docker/compose.yaml'] ?? '') ?? [];
  expect(service).toMatch(/ {6}DATA_DIR: \/data\n[\s\S]* {6}- data:\/data\n[\s\S]* {6}- \.\.:\/deploy:ro\n/);
  const [, name = '', argument = ''] = /^ {4}command: \[\/deploy\/(\w+)\.sh, ([\w.]+)\]$/m.exec(service) ?? [];
  const backups = join(folder, 'backups');
  mkdirSync(backups);
  const file = join(backups, argument);
  await shell(name, source, file, join(folder, 'source'));
  const files = [argument, `${argument}.files.tar.gz`];
  expect(readdirSync(backups).toSorted()).toEqual(files);
  // Before the first upload, the folder of the files is the server's to make.
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  await shell(name, source, join(folder, 'early.dump'), empty);
  expect(readdirSync(empty)).toEqual([]);
  await shell('restore', await newDatabase(), join(folder, 'early.dump'), empty);
  const saved = await readFile(file);
  await expect(shell(name, source.replace(/\/\w+\?/, '/nobody?'), file, join(folder, 'source'))).rejects.toThrow(
    'does not exist',
  );
  expect(readdirSync(backups).toSorted()).toEqual(files);
  expect(await readFile(file)).toEqual(saved);
});
