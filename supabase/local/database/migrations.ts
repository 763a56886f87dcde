import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { splitSqlStatements } from '@supabase/lite';
import type { Database } from './database.ts';

export interface Migration {
  version: string;
  name: string;
  file: string;
  text: string;
}

/** The migrations of a folder in order. Files that are not named `<14 digits>_<name>.sql` are refused, as by the CLI. */
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

/**
 * Applies what is not applied yet, each file in a transaction of its own together with its record in
 * `supabase_migrations.schema_migrations` (the table of the supabase CLI).
 * @returns the versions that were applied now.
 * @throws when an applied migration was changed or removed, or a new one fails: the message names the file.
 */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<string[]> {
  const applied = new Map(
    (
      await database.sql<{ version: string; statements: string[] | null }>(
        'select version, statements from supabase_migrations.schema_migrations order by version',
      )
    ).map((row) => [row.version, row.statements]),
  );
  for (const { version, file, text } of migrations) {
    const recorded = applied.get(version);
    if (recorded && recorded.join('\n') !== splitSqlStatements(text).join('\n')) {
      throw new Error(
        `Migration ${file} was changed after it had been applied to this database. Undo the change and write a new migration, or start over with "npm start -- --reset".`,
      );
    }
  }
  const known = new Set(migrations.map((migration) => migration.version));
  const missing = [...applied.keys()].filter((version) => !known.has(version));
  if (missing.length > 0) {
    throw new Error(
      `This database has migrations that are not in the folder: ${missing.join(', ')}. It was made by other code; start over with "npm start -- --reset".`,
    );
  }

  const fresh = migrations.filter((migration) => !applied.has(migration.version));
  for (const { version, name, file, text } of fresh) {
    try {
      await database.transaction(async ({ sql, exec }) => {
        await exec(text);
        await sql('insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)', [
          version,
          name,
          splitSqlStatements(text),
        ]);
      });
    } catch (error) {
      throw new Error(`Migration ${file} failed: ${describe(error)}`, { cause: error });
    }
  }
  return fresh.map((migration) => migration.version);
}

/** Runs a seed file unless it ran before in this database; a changed one is not run again, as by the CLI. */
export async function seed(database: Database, file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  await runOnce(database, basename(file), createHash('sha256').update(text).digest('hex'), ({ exec }) => exec(text));
}

/** Runs `work` once in the life of a database: its mark is stored in the same transaction. */
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

/** The message of a database error with what helps to find it. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const detail = 'detail' in error && typeof error.detail === 'string' ? ` (${error.detail})` : '';
  const where = 'where' in error && typeof error.where === 'string' ? `\n${error.where}` : '';
  return `${error.message}${detail}${where}`;
}
