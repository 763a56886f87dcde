import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Commands, Database, Sql } from '../database/database.ts';
import { openEmbedded } from '../database/embedded-database.ts';
import {
  lacksMigrations,
  markRelease,
  migrate,
  readMigrations,
  readReplacedHistory,
  runOnce,
  seed,
  type Migration,
} from '../database/migrations.ts';
import { openServer } from '../database/postgres-database.ts';
import type { Limits } from '../database/postgres-pool.ts';
import type { DemoTarget } from './demo-target.ts';
import { packFolder, RELEASE_FILE, releaseOf } from './folder-backup.ts';
import { StorageFiles } from './storage-files.ts';
import type { Log } from '../platform/log.ts';
import { OWN_FOLDER } from '../platform/own-modes.ts';
import { writeWhole } from '../platform/write-whole.ts';
import { platformSql, provisionPlatform, rolesSql } from '../platform/platform-schema.ts';
import { fillFolder, hasDatabase, hashFolder, type Level } from './prepared-folders.ts';

/**
 * Demo data. `true` loads it, once per database, and refuses a database with users; 'if-new' loads it into a new
 * database only; 'never' keeps this one without it, also on later starts; `false` changes nothing.
 */
export type DemoChoice = boolean | 'if-new' | 'never';

/**
 * Data that migrations will change: 'now' migrates them; 'save-first' saves a data folder before, and refuses a database
 * of DATABASE_URL, which its operator has to save.
 */
export type UpgradeChoice = 'now' | 'save-first';

interface DataSource {
  dataDir: string;
  project: {
    dir: string;
    replacedHistory?: string;
    release?: string;
    commands?: Commands;
    demo?: { folder: string; load: (target: DemoTarget) => Promise<void> };
  };
  databaseUrl: string | undefined;
  databaseLimits?: Partial<Limits> | undefined;
  demo: DemoChoice;
  /** Replaces the well-known password of the demo accounts. */
  demoPassword?: string | undefined;
  upgrade: UpgradeChoice;
  log: Pick<Log, 'info' | 'fault'>;
}

/** A backup that a start made before an upgrade, with its time. */
const OWN_BACKUP = /^before-.+-(\d{14})\.tar\.gz$/;
const BACKUPS_KEPT = 3;

const FOLDER_MARK = 'data folder';
const DEMO_MARK = 'demo';
/** Stored instead of a hash: demo data was declined. */
const NO_DEMO = 'none';

/** Opens the database of a data folder, with all migrations, the seed and, if requested, the demo data. */
export async function openDatabase(source: DataSource): Promise<Database> {
  const { dataDir, databaseUrl, project } = source;
  const migrations = await readMigrations(join(project.dir, 'supabase', 'migrations'));
  if (databaseUrl === undefined && !(await hasDatabase(dataDir))) {
    const cacheDir = join(project.dir, 'node_modules', '.cache', 'embedded-supabase');
    await fillFolder(dataDir, await levels(source, migrations), cacheDir);
  }
  const database = await openSaved(source, migrations);
  try {
    await provisionPlatform(database);
    if (databaseUrl !== undefined) await refuseOtherFolder(database, dataDir);
    await applySchema(database, source, migrations);
    await removeOldBackups(join(dataDir, 'backups'));
    if (project.release !== undefined && (await releaseOf(dataDir)) !== project.release)
      await writeWhole(join(dataDir, RELEASE_FILE), project.release);
    await settleDemo(database, source);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/**
 * Opens the database; if it is to be saved before an upgrade, it is saved.
 * @throws if it is one of DATABASE_URL that is to be saved
 */
async function openSaved(source: DataSource, migrations: readonly Migration[]): Promise<Database> {
  const { dataDir, databaseUrl, project, log } = source;
  const open = () =>
    databaseUrl === undefined
      ? openEmbedded(dataDir, log.fault, source.databaseLimits?.turnMs)
      : openServer(databaseUrl, log.fault, source.databaseLimits);
  const database = await open();
  let isReady = false;
  try {
    isReady = source.upgrade === 'now' || !(await lacksMigrations(database, migrations));
  } finally {
    if (!isReady) await database.close();
  }
  if (isReady) return database;
  const release = project.release === undefined ? 'this code' : `release ${project.release}`;
  const byHand = project.commands ? `, then start with "${project.commands.upgrade}"` : '';
  if (databaseUrl !== undefined)
    throw new Error(
      `The database is of an earlier release, and ${release} changes its schema. Save it (docs/operate.md)${byHand}.`,
    );
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const file = join(dataDir, 'backups', `before-${project.release ?? 'upgrade'}-${time}.tar.gz`);
  await mkdir(join(dataDir, 'backups'), { recursive: true, mode: OWN_FOLDER });
  await packFolder(dataDir, file).catch((error: unknown) => {
    throw new Error(
      `The data could not be saved before ${release} changes them: ${error instanceof Error ? error.message : String(error)}. Save them elsewhere${byHand}.`,
    );
  });
  log.info('saved before the upgrade', { file });
  return open();
}

/** Keeps the newest backups of upgrades. Runs once the data are upgraded: a start that fails needs the backup before it. */
async function removeOldBackups(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const own = (await readdir(folder)).flatMap((name) => {
    const time = OWN_BACKUP.exec(name)?.[1];
    return time === undefined ? [] : [{ name, time }];
  });
  own.sort((a, b) => b.time.localeCompare(a.time));
  for (const { name } of own.slice(BACKUPS_KEPT)) await rm(join(folder, name));
}

/** Whether this is the id of a folder; a write that was cut off leaves less. */
const isId = (text: string): boolean => z.uuid().safeParse(text).success;

/**
 * A database of DATABASE_URL belongs to the folder with its stored files: both have the same id. A folder whose id is
 * damaged gets it again if it is in the place that the database names; one without any can be a disk that is not there.
 * @throws if the database belongs to another folder
 */
async function refuseOtherFolder({ sql }: Database, dataDir: string): Promise<void> {
  const file = join(dataDir, 'folder-id');
  const stored = existsSync(file) ? (await readFile(file, 'utf8')).trim() : undefined;
  const isDamaged = stored !== undefined && !isId(stored);
  const [mark] = await sql<{ hash: string }>('select hash from supabase_migrations.seed_files where path = $1', [
    FOLDER_MARK,
  ]);
  const known = mark && { id: mark.hash.slice(0, 36), place: mark.hash.slice(37) };
  const place = `${dataDir} on ${hostname()}`;
  const own = isDamaged && known?.place === place ? known.id : stored;
  if (known && known.id !== own) {
    const remedy = `run once in the database: delete from supabase_migrations.seed_files where path = '${FOLDER_MARK}'`;
    if (isDamaged)
      throw new Error(
        `${file} is damaged, and the database names another place of its stored files: ${known.place}. If ${dataDir} has them, ${remedy}; else set DATA_DIR to that place.`,
      );
    if (known.place === place)
      throw new Error(
        `The stored files of this database were in ${place}, which ${stored === undefined ? 'has no folder-id now' : 'is another data folder now'}. Is its disk there? If it has the files, ${remedy}`,
      );
    throw new Error(
      `The stored files of this database are in another data folder: ${known.place}. Set DATA_DIR to that one. If ${dataDir} has them now, ${remedy}`,
    );
  }
  const id = own !== undefined && isId(own) ? own : randomUUID();
  // Before the database knows it: an id that no folder has would be refused forever.
  if (id !== stored) await writeWhole(file, id);
  if (mark?.hash !== `${id} ${place}`)
    await sql(
      `insert into supabase_migrations.seed_files (path, hash) values ($1, $2)
      on conflict (path) do update set hash = excluded.hash`,
      [FOLDER_MARK, `${id} ${place}`],
    );
}

async function levels(source: DataSource, migrations: readonly Migration[]): Promise<Level[]> {
  const seedFile = seedOf(source);
  const schema = createHash('sha256');
  for (const { file, text } of migrations) schema.update(file).update('\0').update(text).update('\0');
  if (existsSync(seedFile)) schema.update(readFileSync(seedFile));
  const within = (work: (database: Database, dataDir: string) => Promise<void>) => async (dataDir: string) => {
    const database = await openEmbedded(dataDir);
    try {
      await work(database, dataDir);
    } finally {
      await database.close();
    }
  };
  const steps: Level[] = [
    {
      name: 'platform',
      hash: [
        versionOf('@supabase/lite', source.project.dir),
        versionOf('@electric-sql/pglite', source.project.dir),
        rolesSql,
        platformSql,
      ].join('\n'),
      apply: within(provisionPlatform),
    },
    {
      name: 'schema',
      hash: schema.digest('hex'),
      apply: within((database) => applySchema(database, source, migrations)),
    },
  ];
  const { demo } = source.project;
  // The prepared folder has the well-known password.
  if (demo && (source.demo === true || source.demo === 'if-new') && source.demoPassword === undefined) {
    // The demo data is dated relative to today.
    const day = new Date().toISOString().slice(0, 10);
    const content = await hashFolder(demo.folder);
    steps.push({
      name: 'demo',
      hash: `${day} ${content}`,
      apply: within((database, dataDir) => loadDemo(database, source, dataDir)),
    });
  }
  return steps;
}

async function applySchema(database: Database, source: DataSource, migrations: readonly Migration[]): Promise<void> {
  const { replacedHistory, commands, release } = source.project;
  const replaced = await readReplacedHistory(replacedHistory);
  await migrate(database, migrations, replaced, commands, (version) => source.log.info('migration', { version }));
  if (release !== undefined) await markRelease(database, release);
  const seedFile = seedOf(source);
  if (existsSync(seedFile)) await seed(database, seedFile);
}

/** Applies `source.demo`. @throws if the database has users, or demo data that are not wanted */
async function settleDemo(database: Database, source: DataSource): Promise<void> {
  if (source.demo === false) return;
  const [mark] = await database.sql<{ hash: string }>(
    'select hash from supabase_migrations.seed_files where path = $1',
    [DEMO_MARK],
  );
  if (source.demo === 'never') {
    if (mark?.hash === '')
      throw new Error(
        `The demo data is in this database already. Take a new one${source.project.commands ? `, or start over with "${source.project.commands.reset} --no-demo"` : ''}.`,
      );
    await runOnce(database, DEMO_MARK, NO_DEMO, () => Promise.resolve());
    return;
  }
  if (mark?.hash === '' || (mark && source.demo === 'if-new')) return;
  const [people] = await database.sql<{ some: boolean }>('select exists (select from auth.users) as some');
  if (people?.some === true) {
    if (source.demo === 'if-new') return;
    throw new Error(
      'There are people in this database: demo data, with a main admin whose password everybody knows, is never added to it.',
    );
  }
  if (mark)
    await database.sql('delete from supabase_migrations.seed_files where path = $1 returning path', [DEMO_MARK]);
  await loadDemo(database, source, source.dataDir);
}

async function loadDemo(database: Database, source: DataSource, dataDir: string): Promise<void> {
  const { demo } = source.project;
  if (!demo) return;
  await runOnce(database, DEMO_MARK, '', ({ sql }) =>
    demo.load({
      sql,
      putObject: objectWriter(sql, new StorageFiles(join(dataDir, 'storage'), sql)),
      ...(source.demoPassword !== undefined && { password: source.demoPassword }),
    }),
  );
}

function objectWriter(sql: Sql, files: StorageFiles): DemoTarget['putObject'] {
  return async (bucket, path, body, contentType, owner) => {
    const metadata = await files.uploadObject(bucket, path, undefined, body, contentType, 'max-age=3600');
    await sql(
      `insert into storage.objects (bucket_id, name, owner, owner_id, metadata, version) values ($1, $2, $3, $4, $5, gen_random_uuid()::text)
      on conflict (bucket_id, name) do update set metadata = excluded.metadata, version = excluded.version, updated_at = now()`,
      [bucket, path, owner, owner, JSON.stringify(metadata)],
    );
  };
}

function seedOf(source: DataSource): string {
  return join(source.project.dir, 'supabase', 'seed.sql');
}

function versionOf(name: string, projectDir: string): string {
  const text = readFileSync(join(projectDir, 'node_modules', name, 'package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
