/** Proposes the next migration: from the database of `supabase/migrations` to that of `supabase/schemas`. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { alterationsOf, objectsOf, statementsOf, type Statement } from '../../../../scripts/checks/schema-files.ts';
import { catalogOf, differences } from './catalog.ts';
import { loadSchemas } from './load-schemas.ts';
import { withClient } from './own-database.ts';
import { applyMigration, createDatabase, migrationFiles, PLATFORM_TEMPLATE } from './start-postgres.ts';
import { supabaseCli } from './supabase-cli.ts';

export interface Proposal {
  /** Name of the new file in `supabase/migrations`; undefined if both folders result in the same database. */
  file: string | undefined;
  /** Gaps of the proposal, one sentence each: rows, and objects that the differ does not support. */
  missing: string[];
}

interface Options {
  /** Connection string of a server with the template `platform`. */
  server: string;
  /** A folder with `schemas` and `migrations`. */
  supabase: string;
  /** The name of the change: lower-case words with underscores. */
  name: string;
  /** Allows statements that lose data. */
  drops?: boolean;
}

/** Whether a statement drops a table or a column. */
function losesData({ node }: Statement): boolean {
  if ('DropStmt' in node) return node.DropStmt.removeType === 'OBJECT_TABLE';
  return 'AlterTableStmt' in node && alterationsOf(node.AlterTableStmt).includes('AT_DropColumn');
}

/** Whether a statement only changes privileges of the role `postgres`. */
function concernsOwner({ node }: Statement): boolean {
  if (!('GrantStmt' in node)) return false;
  return (node.GrantStmt.grantees ?? []).every((role) => 'RoleSpec' in role && role.RoleSpec.rolename === 'postgres');
}

/** The fourteen digits of a new migration: now, but always after the last one. */
function nextVersion(last: string): string {
  const now = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return now > last ? now : String(Number(last) + 1);
}

/** The proposal of the Supabase CLI, without grants to the role `postgres`, which some servers lack. */
async function statementsBetween(from: string, to: string): Promise<Statement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'differ-'));
  try {
    const output = join(folder, 'diff.sql');
    const between = ['--from', from, '--to', to, '--output', output];
    const { code, stderr } = await supabaseCli('db', 'diff', '--use-pg-delta', ...between);
    if (code !== 0) throw new Error(`supabase db diff failed: ${stderr}`);
    const text = await readFile(output, 'utf8').catch(() => '');
    const statements = await statementsOf({ file: 'supabase db diff', text });
    return statements.filter((statement) => !concernsOwner(statement));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Writes the next migration into the folder.
 * @throws if the name is invalid, a file of one of the folders fails, or the proposal would lose data without `drops`
 */
export async function proposeMigration({ server, supabase, name, drops = false }: Options): Promise<Proposal> {
  if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name))
    throw new Error('Name the change in lower-case words with underscores: npm run migration -- packing_of_posts');
  const migrations = join(supabase, 'migrations');
  const files = await migrationFiles(migrations);
  const [migrated, declared] = await Promise.all([
    createDatabase(server, PLATFORM_TEMPLATE),
    createDatabase(server, PLATFORM_TEMPLATE),
  ]);
  for (const file of files) await applyMigration(migrated, file);
  await withClient(declared, (query) => loadSchemas(query, join(supabase, 'schemas')));
  const wanted = await withClient(declared, catalogOf);
  const gap = async () =>
    differences(await withClient(migrated, catalogOf), wanted, ['supabase/migrations', 'supabase/schemas']);
  if ((await gap()).length === 0) return { file: undefined, missing: [] };

  const statements = await statementsBetween(migrated, declared);
  const lossy = statements.filter(losesData);
  if (lossy.length > 0 && !drops)
    throw new Error(
      `${lossy.map(({ text }) => text).join('\n')}\nThis loses data, or is it a rename? Write a rename by hand; for a loss on purpose run again with --drops.`,
    );
  const texts = statements.map(({ text }) => text);
  if (statements.some(({ node }) => objectsOf(node).includes('function private.jobs()')))
    texts.push('select private.schedule_jobs()');
  const last = basename(files.at(-1) ?? '').slice(0, 14);
  const file = join(migrations, `${nextVersion(last)}_${name}.sql`);
  await writeFile(file, texts.map((text) => `${text};\n`).join('\n'));
  await applyMigration(migrated, file);
  return { file: basename(file), missing: await gap() };
}
