/** Loads supabase/schemas into a database, and explains differences to a migrated one. */
import { readSqlFiles, statementsOf, type Statement } from '../../../../scripts/checks/schema-files.ts';
import { differences } from './catalog.ts';

/** SQLSTATEs for a missing table, function, object, column or schema. */
const MISSING = new Set(['42P01', '42883', '42704', '42703', '3F000']);

/** The statement's first line, up to the name of the created object. */
const headOf = ({ text }: Statement) => text.split('\n', 1)[0]?.slice(0, 100) ?? '';

function namedError(statement: Statement, cause: unknown): Error {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  const hint = MISSING.has(code) ? ' A schema file uses only what earlier files made.' : '';
  const message = cause instanceof Error ? cause.message : String(cause);
  return new Error(`${statement.file}:${statement.line}: ${headOf(statement)}: ${message}.${hint}`, { cause });
}

/**
 * Loads all schema files in one transaction, each statement once and in order: the order decides which default
 * privileges an object gets, so statements are not retried.
 * @param query runs SQL on a database with the platform's schemas, always on the same connection
 * @param folder the folder of the files
 * @param prepare changes a statement before it runs
 * @throws for the first statement that fails; the message has its file, line and object
 */
export async function loadSchemas(
  query: (text: string) => Promise<unknown>,
  folder: string,
  prepare: (text: string) => string = (text) => text,
): Promise<void> {
  await query('begin');
  try {
    await query('set local check_function_bodies = off');
    for (const file of readSqlFiles(folder))
      for (const statement of await statementsOf(file))
        await query(prepare(`${statement.text};`)).catch((error: unknown) => {
          throw namedError(statement, error);
        });
    await query('commit');
  } catch (error) {
    await query('rollback');
    throw error;
  }
}

/**
 * Explains how to fix differences between schemas and migrations.
 * @param fromSchemas catalog of the database made from the schemas
 * @param fromMigrations catalog of the one made from the migrations
 * @returns a sentence per difference and the command to run; undefined if there is none
 */
export function mismatch(fromSchemas: readonly string[], fromMigrations: readonly string[]): string | undefined {
  const found = differences(fromSchemas, fromMigrations, ['the schemas', 'the migrations']);
  if (found.length === 0) return undefined;
  return `supabase/schemas and supabase/migrations make different databases:
${found.join('\n')}
Change the schemas, then write the migration with: npm run migration -- <name>`;
}
