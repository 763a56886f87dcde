import pg from 'pg';
import type { RealDatabase } from '../support/real-postgres.ts';

/** How one of the racing statements ended. */
export interface Finish<T> {
  rows: T[];
  /** SQLSTATE of the error, if it failed. */
  code?: string;
}

const BARRIER = 4711;

/**
 * Runs one statement on each connection, all at the same moment: each waits in the database for a lock that is released
 * when all of them stand there. The statement runs in a transaction of its own, as a request to PostgREST does.
 */
export async function race<T extends pg.QueryResultRow>(
  database: RealDatabase,
  clients: readonly pg.Client[],
  statement: string | ((place: number) => string),
): Promise<Finish<T>[]> {
  await database.sql('select pg_advisory_lock($1)', [BARRIER]);
  const runners = clients.map(async (client, place): Promise<Finish<T>> => {
    try {
      await client.query(`begin; select pg_advisory_xact_lock_shared(${BARRIER})`);
      const { rows } = await client.query<T>(typeof statement === 'string' ? statement : statement(place));
      await client.query('commit');
      return { rows };
    } catch (error) {
      await client.query('rollback');
      if (error instanceof pg.DatabaseError) return { rows: [], code: error.code };
      throw error;
    }
  });
  for (let waiting = 0; waiting < clients.length; ) {
    const [found] = await database.sql<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and objid = $1 and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      [BARRIER],
    );
    waiting = found?.waiting ?? 0;
  }
  await database.sql('select pg_advisory_unlock($1)', [BARRIER]);
  return Promise.all(runners);
}

/** How often each end came: `ok`, or the SQLSTATE. */
export function tally(finishes: readonly Finish<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code = 'ok' } of finishes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/**
 * Replaces a part of a function's text, for a mutant that a race test has to notice. `from` has to be in it.
 */
export async function mutate(database: RealDatabase, signature: string, from: string, to: string): Promise<void> {
  const [found] = await database.sql<{ definition: string }>('select pg_get_functiondef($1::regprocedure) as definition', [signature]);
  if (!found?.definition.includes(from)) throw new Error(`${signature} does not contain: ${from}`);
  await database.sql(found.definition.replace(from, to));
}
