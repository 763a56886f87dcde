/** Loads the declared database: the files of `supabase/schemas` in the order of their numbers. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { splitSqlStatements } from '@supabase/lite';

/** The object that a statement makes, for messages: `create function private.notify`. */
const subjectOf = (statement: string): string =>
  /^(?:\s*--[^\n]*\n|\s)*([^(\n;]{1,80})/.exec(statement)?.[1]?.trim() ?? 'a statement';

/**
 * Loads all schema files in one transaction, each statement once and in order: an order with retries would leave default rights behind.
 * @param query runs one statement on a database with the platform's schemas
 * @param folder the folder of the files
 * @throws an error that names file and object when a file uses what only a later one makes
 */
export async function loadSchemas(query: (text: string) => Promise<unknown>, folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  await query('begin');
  try {
    await query('set local check_function_bodies = off');
    for (const file of files) {
      for (const statement of splitSqlStatements(await readFile(join(folder, file), 'utf8'))) {
        await query(statement).catch((error: unknown) => {
          throw new Error(
            `supabase/schemas/${file}: ${subjectOf(statement)}: ${error instanceof Error ? error.message : String(error)}. A schema file uses only what earlier files made.`,
            { cause: error },
          );
        });
      }
    }
    await query('commit');
  } catch (error) {
    await query('rollback');
    throw error;
  }
}
