/** Databases that an earlier release made: opened by this one, or refused with what to do. */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { releaseOf, restoreFolder } from 'embedded-supabase/backup';
import { openDatabase } from 'embedded-supabase/data-folder';
import type { Database } from 'embedded-supabase/database';
import { openEmbedded } from 'embedded-supabase/embedded-database';
import { migrate, readMigrations, readReplacedHistory, type Migration } from 'embedded-supabase/migrations';
import { openServer } from 'embedded-supabase/postgres-database';
import { provisionPlatform } from 'embedded-supabase/platform-schema';
import { COMMANDS } from '../../local/server.ts';
import { catalogOf, differences } from '../support/postgres/catalog.ts';
import { proposeMigration } from '../support/postgres/propose-migration.ts';
import { createDatabase, PLATFORM_TEMPLATE } from '../support/postgres/start-postgres.ts';

const supabase = fileURLToPath(new URL('../..', import.meta.url));
const migrations = await readMigrations(join(supabase, 'migrations'));
const replaced = await readReplacedHistory(join(supabase, 'replaced-history.json'));

/** The migrations of release 1.0, before one baseline replaced them. */
async function migrationsOf10(): Promise<Migration[]> {
  const packed = await readFile(new URL('./release-1.0-migrations.json.br', import.meta.url));
  const files = z.record(z.string(), z.string()).parse(JSON.parse(brotliDecompressSync(packed).toString()));
  return Object.entries(files).map(([file, text]) => {
    const [, version = '', name = ''] = /^(\d{14})_(.+)\.sql$/.exec(file) ?? [];
    return { version, name, file, text };
  });
}

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const KINDS = {
  'the embedded database': async () => {
    const folder = await mkdtemp(join(tmpdir(), 'upgrade-'));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    return openEmbedded(folder);
  },
  'a Postgres of DATABASE_URL': async () =>
    openServer(await createDatabase(inject('postgresUrl'), PLATFORM_TEMPLATE), () => undefined),
};

async function open(kind: keyof typeof KINDS): Promise<Database> {
  const database = await KINDS[kind]();
  undo.push(() => database.close());
  await provisionPlatform(database);
  return database;
}

const recorded = (database: Database) =>
  database.sql<{ version: string }>('select version from supabase_migrations.schema_migrations order by 1');

const PEOPLE = `
  insert into auth.users (id, email, raw_user_meta_data) values
    ('00000000-0000-4000-8000-000000000001', 'anna@example.com', '{"username": "anna"}'),
    ('00000000-0000-4000-8000-000000000002', 'bob@example.com', '{"username": "bob"}');
  insert into public.posts (user_id, title, description, category, country, delivery_address)
    select id, 'Steel', 'x', 'food', 'vn', 'x' from public.profiles where username = 'anna';
  update private.app_settings set value = jsonb_set(value, '{post,max}', '7') where key = 'rate_limits';
  insert into private.mail_texts (template, locale, subject) values ('quote_received', 'en', 'Quote on {{title}}');`;

describe.each(['the embedded database', 'a Postgres of DATABASE_URL'] as const)('%s', (kind) => {
  test('a database of release 1.0 is adopted by the baseline and keeps its data', async () => {
    const database = await open(kind);
    await migrate(database, await migrationsOf10());
    await database.exec(PEOPLE);
    await database.exec(
      `insert into private.mail_unsubscribes (user_id, template) select id, 'quote_changed' from public.profiles where username = 'bob'`,
    );
    const told: string[] = [];
    const applied = await migrate(database, migrations, replaced, undefined, (version) => told.push(version));
    expect(told).toEqual(applied);
    expect(applied).toEqual(migrations.slice(1).map(({ version }) => version));
    expect(await recorded(database)).toEqual(migrations.map(({ version }) => ({ version })));
    expect(
      await database.sql(
        'select title, (select username from public.profiles where id = user_id) as username from public.posts',
      ),
    ).toEqual([{ title: 'Steel', username: 'anna' }]);
    expect(
      await database.sql(`select value -> 'post' ->> 'max' as max from private.app_settings where key = 'rate_limits'`),
    ).toEqual([{ max: '7' }]);
    expect(
      await database.sql('select kind, mail, is_on_page from private.notification_preferences order by kind'),
    ).toEqual([
      { kind: 'quote_changed', mail: 'off', is_on_page: true },
      // A quote that is pending again was mailed as one that changed.
      { kind: 'quote_reopened', mail: 'off', is_on_page: true },
    ]);
    expect(await migrate(database, migrations, replaced)).toEqual([]);
  });
});

test('a database of release 1.0 becomes what a new one is', async () => {
  const [old, fresh] = [await open('a Postgres of DATABASE_URL'), await open('a Postgres of DATABASE_URL')];
  await migrate(old, await migrationsOf10());
  await migrate(old, migrations, replaced);
  await migrate(fresh, migrations, replaced);
  const [was, is] = [await catalogOf((text) => old.sql(text)), await catalogOf((text) => fresh.sql(text))];
  expect(differences(was, is, ['release 1.0, upgraded', 'a new database'])).toEqual([]);
});

test('a database that lacks a migration of release 1.0, or has another one, is refused and left as it is', async () => {
  const database = await open('a Postgres of DATABASE_URL');
  const old = await migrationsOf10();
  const last = old.pop();
  if (!last) throw new Error('Release 1.0 has no migrations');
  await migrate(database, old);
  const advice = /Release 1\.0 or that code can open it\.$/;
  await expect(migrate(database, migrations, replaced, COMMANDS)).rejects.toThrow(advice);
  await migrate(database, [...old, { ...last, text: 'select 1;' }]);
  await expect(migrate(database, migrations, replaced, COMMANDS)).rejects.toThrow(advice);
  expect(await recorded(database)).toEqual([...old, last].map(({ version }) => ({ version })));
});

describe('an upgrade by a start', () => {
  /** Projects of three releases: of the baseline, of a later one, and of all migrations. */
  const RELEASES = { '1.1.0': 1, '1.2.0': Math.ceil(migrations.length / 2), '1.3.0': migrations.length };
  type Release = keyof typeof RELEASES;
  const logged: string[] = [];
  const log = { info: (message: string) => void logged.push(message), fault: () => undefined };
  let folder: string;
  const start = async (release: Release, options: Partial<Parameters<typeof openDatabase>[0]> = {}) => {
    const dir = join(folder, release);
    await mkdir(join(dir, 'supabase', 'migrations'), { recursive: true });
    for (const { file, text } of migrations.slice(0, RELEASES[release]))
      await writeFile(join(dir, 'supabase', 'migrations', file), text);
    const dataDir = join(folder, 'data');
    const project = { dir, release, commands: COMMANDS };
    return openDatabase({
      dataDir,
      project,
      databaseUrl: undefined,
      demo: false,
      upgrade: 'save-first',
      log,
      ...options,
    });
  };
  const titles = ({ sql }: Database) => sql('select title from public.posts');
  const read = async <T>(opening: Promise<Database>, work: (database: Database) => Promise<T>): Promise<T> => {
    const database = await opening;
    return work(database).finally(() => database.close());
  };

  let made: string;
  beforeAll(async () => {
    made = await mkdtemp(join(tmpdir(), 'release-'));
    const database = await openEmbedded(made);
    await provisionPlatform(database);
    await migrate(database, migrations.slice(0, RELEASES['1.1.0']));
    await database.exec(PEOPLE);
    await database.close();
    await writeFile(join(made, 'release'), '1.1.0');
  });
  afterAll(() => rm(made, { recursive: true, force: true }));
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'releases-'));
    await cp(made, join(folder, 'data'), { recursive: true });
    logged.length = 0;
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('data of a folder are migrated once they are saved, and refused by the release before', async () => {
    const backups = join(folder, 'data', 'backups');
    await writeFile(backups, 'takes no file');
    await expect(start('1.2.0')).rejects.toThrow(/EEXIST|ENOTDIR/);
    await rm(backups);
    await read(start('1.2.0'), async (database) => {
      expect(await titles(database)).toEqual([{ title: 'Steel' }]);
      expect(await recorded(database)).toHaveLength(RELEASES['1.2.0']);
    });
    expect(await readdir(backups)).toEqual([expect.stringMatching(/^before-1\.2\.0-\d{14}\.tar\.gz$/)]);
    expect(logged.filter((message) => message.startsWith('saved'))).toHaveLength(1);
    await expect(start('1.1.0')).rejects.toThrow(
      'It was made by release 1.2.0, which can open it. To go back from there, restore a backup of before',
    );
  });

  test('the backup of an upgrade leads back, and into any later release', async () => {
    const data = join(folder, 'data');
    await read(start('1.2.0'), (database) => database.exec(`update public.posts set title = 'Iron'`));
    const [saved = ''] = await readdir(join(data, 'backups'));
    const back = join(folder, 'back');
    await restoreFolder(back, join(data, 'backups', saved));
    expect(await releaseOf(back)).toBe('1.1.0');
    await read(start('1.1.0', { dataDir: back }), async (database) =>
      expect(await titles(database)).toEqual([{ title: 'Steel' }]),
    );
    await read(start('1.3.0', { dataDir: back }), async (database) => {
      expect(await titles(database)).toEqual([{ title: 'Steel' }]);
      expect(await recorded(database)).toHaveLength(migrations.length);
    });
  });

  test('the three newest backups of upgrades are kept, and what an operator put beside them', async () => {
    const backups = join(folder, 'data', 'backups');
    await mkdir(backups);
    const own = [
      'before-1.0.9-20260101000000.tar.gz',
      'before-1.0.10-20260102000000.tar.gz',
      'before-1.1.0-20260103000000.tar.gz',
    ];
    for (const name of [...own, 'marketplace.tar.gz']) await writeFile(join(backups, name), '');
    await read(start('1.2.0'), () => Promise.resolve());
    expect((await readdir(backups)).sort()).toEqual([
      own[1],
      own[2],
      expect.stringMatching(/^before-1\.2\.0-/),
      'marketplace.tar.gz',
    ]);
  });

  test('a database of DATABASE_URL is migrated once its operator says that it is saved', async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'), PLATFORM_TEMPLATE);
    const upgrade = 'now';
    await read(start('1.1.0', { databaseUrl }), (database) => database.exec(PEOPLE));
    await expect(start('1.2.0', { databaseUrl })).rejects.toThrow(
      /release 1\.2\.0 changes its schema\. Save it .* "UPGRADE=now npm start"/,
    );
    await read(start('1.1.0', { databaseUrl }), async (database) => expect(await recorded(database)).toHaveLength(1));
    await read(start('1.2.0', { databaseUrl, upgrade }), async (database) =>
      expect(await titles(database)).toEqual([{ title: 'Steel' }]),
    );
    await read(start('1.3.0', { databaseUrl, upgrade }), async (database) => {
      expect(await titles(database)).toEqual([{ title: 'Steel' }]);
      expect(await recorded(database)).toEqual(migrations.map(({ version }) => ({ version })));
    });
  });
});

describe('npm run migration', () => {
  let folder: string;
  const propose = (name: string, drops = false) =>
    proposeMigration({ server: inject('postgresUrl'), supabase: folder, name, drops });
  const schema = (file: string) => join(folder, 'schemas', file);
  const edit = async (file: string, text: string, by: string) => {
    const before = await readFile(schema(file), 'utf8');
    expect(before).toContain(text);
    await writeFile(schema(file), before.replace(text, by));
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'migration-'));
    for (const part of ['schemas', 'migrations'])
      await cp(join(supabase, part), join(folder, part), { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('npm run migration proposes nothing while schemas and migrations give the same database', async () => {
    expect(await propose('nothing')).toEqual({ file: undefined, missing: [] });
  });

  test('npm run migration writes a migration that upgrades a database with data, dated after the last one', async () => {
    const database = await open('a Postgres of DATABASE_URL');
    await migrate(database, migrations, replaced);
    await database.exec(PEOPLE);
    await edit('16-posts.sql', '  incoterm text,\n', '  incoterm text,\n  packing text,\n');
    await edit(
      '10-foundation.sql',
      "('rate_limits_enabled', 'true'),",
      "('rate_limits_enabled', 'true'), ('is_new', 'true'),",
    );
    const { file = '', missing } = await propose('packing_of_posts');
    expect(file > (migrations.at(-1)?.file ?? '')).toBe(true);
    expect(missing).toContainEqual(expect.stringContaining('is_new'));
    await migrate(database, await readMigrations(join(folder, 'migrations')), replaced);
    expect(await database.sql('select title, packing from public.posts')).toEqual([{ title: 'Steel', packing: null }]);
    const text = await readFile(join(folder, 'migrations', file), 'utf8');
    expect(text).not.toMatch(/"?postgres"?;/);
  });

  const renameColumn = () => {
    const column = (name: string) => `${name} timestamptz not null default now(),\n  primary key (user_id, kind)`;
    return edit('46-notification-preferences.sql', column('updated_at'), column('added_at'));
  };

  test('npm run migration does not drop a column, and asks whether it is a rename', async () => {
    await renameColumn();
    await expect(propose('renamed')).rejects.toThrow(/DROP COLUMN[\s\S]*loses data, or is it a rename\?/);
    expect(await readdir(join(folder, 'migrations'))).toHaveLength(migrations.length);
  });

  test('npm run migration drops a column with --drops', async () => {
    await renameColumn();
    expect((await propose('renamed', true)).missing).toEqual([]);
  });

  test('npm run migration names the schema file and the object that uses what a later file makes', async () => {
    await edit(
      '11-profiles.sql',
      'create table public.accounts',
      'create index on public.posts (id);\n\ncreate table public.accounts',
    );
    await expect(propose('early')).rejects.toThrow(
      /11-profiles\.sql(?::\d+)?: create index on public\.posts.*only what earlier files made/,
    );
  });
});
