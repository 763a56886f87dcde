/** Proposes the next migration: what turns the database of `supabase/migrations` into the one that `supabase/schemas` declares. */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadModule, parseSync } from '@libpg-query/parser';
import { splitSqlStatements } from '@supabase/lite';
import { z } from 'zod';
import { catalogOf, differences } from './catalog.ts';
import { loadSchemas } from './load-schemas.ts';
import { runSql, withClient } from './own-database.ts';
import { createDatabase, PLATFORM_TEMPLATE } from './start-postgres.ts';
import { supabaseCli } from './supabase-cli.ts';

export interface Proposal {
  /** Name of the new file in `supabase/migrations`; undefined when both folders give the same database. */
  file: string | undefined;
  /** What the file lacks, one sentence each: rows, and what the differ does not know. */
  missing: string[];
}

interface Options {
  /** Connection string of a server with the template `platform`. */
  server: string;
  /** A folder with `schemas` and `migrations`. */
  supabase: string;
  /** What the change is called: lower-case words with underscores. */
  name: string;
  /** Allows statements that lose data. */
  drops?: boolean;
}

const parsedSchema = z.object({
  stmts: z.array(
    z.object({
      stmt: z.object({
        DropStmt: z.object({ removeType: z.string() }).optional(),
        AlterTableStmt: z
          .object({ cmds: z.array(z.object({ AlterTableCmd: z.object({ subtype: z.string() }) })) })
          .optional(),
      }),
    }),
  ),
});

/** Whether a statement drops a table or a column. */
function losesData(statement: string): boolean {
  return parsedSchema
    .parse(parseSync(statement))
    .stmts.some(
      ({ stmt }) =>
        stmt.DropStmt?.removeType === 'OBJECT_TABLE' ||
        stmt.AlterTableStmt?.cmds.some(({ AlterTableCmd }) => AlterTableCmd.subtype === 'AT_DropColumn'),
    );
}

/** Fourteen digits for a new migration: now, but always after the last one. */
function nextVersion(last: string): string {
  const now = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  if (now > last) return now;
  const [, year, month, day, hour, minute, second] = /^(....)(..)(..)(..)(..)(..)$/.exec(last) ?? [];
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second) + 1);
  return new Date(time).toISOString().replaceAll(/\D/g, '').slice(0, 14);
}

/** What the Supabase CLI proposes, without the rights of the role `postgres`, which not every server has. */
async function statementsBetween(from: string, to: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'differ-'));
  try {
    const output = join(folder, 'diff.sql');
    const { code, stderr } = await supabaseCli(
      'db',
      'diff',
      '--use-pg-delta',
      '--from',
      from,
      '--to',
      to,
      '--output',
      output,
    );
    if (code !== 0) throw new Error(`supabase db diff failed: ${stderr}`);
    const text = await readFile(output, 'utf8').catch(() => '');
    return splitSqlStatements(text).filter(
      (statement) => !/^(?:grant|revoke)\b[^;]*\b(?:to|from) "?postgres"?;?$/i.test(statement.trim()),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Writes the next migration into the folder.
 * @throws when the name is no name, a file of one of the folders fails, or the proposal would lose data without `drops`.
 */
export async function proposeMigration({ server, supabase, name, drops = false }: Options): Promise<Proposal> {
  if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name))
    throw new Error('Name the change in lower-case words with underscores: npm run migration -- packing_of_posts');
  await loadModule();
  const migrations = join(supabase, 'migrations');
  const files = (await readdir(migrations)).filter((file) => file.endsWith('.sql')).sort();
  const [migrated, declared] = await Promise.all([
    createDatabase(server, PLATFORM_TEMPLATE),
    createDatabase(server, PLATFORM_TEMPLATE),
  ]);
  for (const file of files) {
    const text = await readFile(join(migrations, file), 'utf8');
    await runSql(migrated, `begin;\n${text}\n;commit;`).catch((error: unknown) => {
      throw new Error(`supabase/migrations/${file}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    });
  }
  await withClient(declared, (query) => loadSchemas(query, join(supabase, 'schemas')));
  const wanted = await withClient(declared, catalogOf);
  const gap = async () =>
    differences(await withClient(migrated, catalogOf), wanted, ['supabase/migrations', 'supabase/schemas']);
  if ((await gap()).length === 0) return { file: undefined, missing: [] };

  const statements = await statementsBetween(migrated, declared);
  const lossy = statements.filter(losesData);
  if (lossy.length > 0 && !drops)
    throw new Error(
      `${lossy.join('\n')}\nThis loses data, or is it a rename? Write a rename by hand; for a loss on purpose run again with --drops.`,
    );
  if (statements.some((statement) => /\bfunction "?private"?\."?jobs"?\(/i.test(statement)))
    statements.push('select private.schedule_jobs();');
  const text = statements.map((statement) => `${statement.trim().replace(/;?$/, ';')}\n`).join('\n');
  const file = `${nextVersion(files.at(-1)?.slice(0, 14) ?? '')}_${name}.sql`;
  await writeFile(join(migrations, file), text);
  await runSql(migrated, `begin;\n${text}\n;commit;`);
  return { file, missing: await gap() };
}
