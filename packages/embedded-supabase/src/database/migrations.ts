import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { splitSqlStatements } from '@supabase/lite';
import { z } from 'zod';
import type { Commands, Database, Sql } from './database.ts';

export interface Migration {
  version: string;
  name: string;
  file: string;
  text: string;
}

/** The migrations of a folder, in order. Files not named `<14 digits>_<name>.sql` are refused, as by the CLI. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const migrations = files.map(async (file) => {
    const [, version, name] = /^(\d{14})_(.+)\.sql$/.exec(file) ?? [];
    if (version === undefined || name === undefined) {
      throw new Error(`Migration ${file}: the name must be <14 digits>_<name>.sql`);
    }
    return { version, name, file, text: await readFile(join(folder, file), 'utf8') };
  });
  return Promise.all(migrations);
}

const replacedHistorySchema = z.object({
  /** The release whose migrations the baseline replaces. */
  release: z.string(),
  /** Version of the baseline. */
  baseline: z.string(),
  /** Hash of the replaced records by {@link hashOfRecords}. */
  hash: z.string(),
});

/** A history of migrations that one baseline replaces: both result in the same database. */
export type ReplacedHistory = z.infer<typeof replacedHistorySchema>;

/** Reads a replaced history; undefined without a file. */
export async function readReplacedHistory(file: string | undefined): Promise<ReplacedHistory | undefined> {
  return file !== undefined && existsSync(file)
    ? replacedHistorySchema.parse(JSON.parse(await readFile(file, 'utf8')))
    : undefined;
}

interface Applied {
  version: string;
  statements: string[] | null;
}

const appliedMigrations = (sql: Sql): Promise<Applied[]> =>
  sql('select version, statements from supabase_migrations.schema_migrations order by version');

/** Whether a database that has a schema lacks some of the migrations. */
export async function lacksMigrations({ sql }: Database, migrations: readonly Migration[]): Promise<boolean> {
  const [table] = await sql<{ there: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as there`,
  );
  const applied = table?.there ? (await appliedMigrations(sql)).map(({ version }) => version) : [];
  return applied.length > 0 && migrations.some(({ version }) => !applied.includes(version));
}

const RELEASE_MARK = 'release';

/** Stores the release whose migrations the database has. */
export async function markRelease({ sql }: Database, release: string): Promise<void> {
  await sql(
    `insert into supabase_migrations.seed_files (path, hash) values ($1, $2)
     on conflict (path) do update set hash = excluded.hash where seed_files.hash <> excluded.hash`,
    [RELEASE_MARK, release],
  );
}

/** The release that made a database, in words for a message. */
async function makerOf(sql: Sql): Promise<string> {
  const [mark] = await sql<{ hash: string }>('select hash from supabase_migrations.seed_files where path = $1', [
    RELEASE_MARK,
  ]);
  return mark ? `release ${mark.hash}` : 'other code';
}

/** A hash of applied migrations: their versions and statements, in order. */
function hashOfRecords(applied: readonly Applied[]): string {
  const hash = createHash('sha256');
  for (const { version, statements } of applied) hash.update(`${version}\n${(statements ?? []).join('\n')}\n`);
  return hash.digest('hex');
}

/**
 * Replaces the records of a replaced history by that of its baseline; a database without such records is unchanged.
 * @throws if the records are older than the baseline and not exactly the replaced history
 */
async function adopt(database: Database, migrations: readonly Migration[], replaced: ReplacedHistory): Promise<void> {
  const baseline = migrations.find(({ version }) => version === replaced.baseline);
  if (!baseline) throw new Error(`Migration ${replaced.baseline} is missing: the replaced history names it.`);
  await database.transaction(async ({ sql, exec }) => {
    await exec('lock table supabase_migrations.schema_migrations in exclusive mode');
    const applied = await appliedMigrations(sql);
    const last = applied.at(-1)?.version;
    if (last === undefined || last >= baseline.version) return;
    if (hashOfRecords(applied) !== replaced.hash) {
      throw new Error(
        `The last migration of this database is ${last}: it is older than release ${replaced.release}, or other code made it. Release ${replaced.release} or that code can open it.`,
      );
    }
    await exec('delete from supabase_migrations.schema_migrations');
    await record(sql, baseline);
  });
}

async function record(sql: Sql, { version, name, text }: Migration): Promise<void> {
  await sql('insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)', [
    version,
    name,
    splitSqlStatements(text),
  ]);
}

/**
 * Applies the pending migrations, each in one transaction with its record in `supabase_migrations.schema_migrations`
 * (the table of the supabase CLI).
 * @param replaced the history that a baseline replaced; a database with exactly this history is adopted
 * @param commands the commands that the messages name
 * @param tell called after each, so that a long upgrade is not silent and a failed one says how far it came
 * @returns the versions that were applied
 * @throws if an applied migration was changed or removed, or a new one fails: the message names the file
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  replaced?: ReplacedHistory,
  commands?: Commands,
  tell: (version: string) => void = () => undefined,
): Promise<string[]> {
  if (replaced) await adopt(database, migrations, replaced);
  const applied = new Map((await appliedMigrations(database.sql)).map((row) => [row.version, row.statements]));
  for (const { version, file, text } of migrations) {
    const recorded = applied.get(version);
    if (recorded && recorded.join('\n') !== splitSqlStatements(text).join('\n')) {
      throw new Error(
        `Migration ${file} was changed after it had been applied to this database. Undo the change and write a new migration${commands ? `: ${commands.migration}` : ''}.`,
      );
    }
  }
  const known = new Set(migrations.map((migration) => migration.version));
  const missing = [...applied.keys()].filter((version) => !known.has(version));
  if (missing.length > 0) {
    throw new Error(
      `This database has migrations that are not in the folder: ${missing.join(', ')}. It was made by ${await makerOf(database.sql)}, which can open it. To go back from there, restore a backup of before into a new folder or database (docs/operate.md).`,
    );
  }

  const fresh = migrations.filter((migration) => !applied.has(migration.version));
  for (const migration of fresh) {
    try {
      await database.transaction(async ({ sql, exec }) => {
        await exec(migration.text);
        await record(sql, migration);
      });
    } catch (error) {
      throw new Error(`Migration ${migration.file} failed: ${describe(error)}`, { cause: error });
    }
    tell(migration.version);
  }
  return fresh.map((migration) => migration.version);
}

/** Runs a seed file unless it ran before in this database; like the CLI, it does not run a changed one again. */
export async function seed(database: Database, file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  await runOnce(database, basename(file), createHash('sha256').update(text).digest('hex'), ({ exec }) => exec(text));
}

/** Runs `work` once per database: a marker is stored in the same transaction. */
export async function runOnce(
  database: Database,
  mark: string,
  hash: string,
  work: Parameters<Database['transaction']>[0],
): Promise<void> {
  await database.transaction(async (target) => {
    const done = await target.sql('select 1 from supabase_migrations.seed_files where path = $1', [mark]);
    if (done.length > 0) return;
    await work(target);
    await target.sql('insert into supabase_migrations.seed_files (path, hash) values ($1, $2)', [mark, hash]);
  });
}

/** The message of a database error with its details. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const detail = 'detail' in error && typeof error.detail === 'string' ? ` (${error.detail})` : '';
  const where = 'where' in error && typeof error.where === 'string' ? `\n${error.where}` : '';
  return `${error.message}${detail}${where}`;
}
