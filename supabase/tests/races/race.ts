import pg from 'pg';
import type { RealDatabase } from '../support/postgres/real-database.ts';

/** The outcome of a racing statement. */
export interface Finish<T> {
  rows: T[];
  /** SQLSTATE of the error, if it failed. */
  code?: string;
}

const BARRIER = 4711;

/** A process has finished its statement, or waits for a lock of another. */
const HAS_MET = `(
  exists (select 1 from pg_stat_activity a where a.pid = process.id and a.state like 'idle in transaction%')
  or exists (select 1 from pg_locks l where l.pid = process.id and not l.granted and l.locktype <> 'extend'))`;
const STANDS_AT_BARRIER = `exists (
  select 1 from pg_locks l where l.pid = process.id and not l.granted and l.locktype = 'advisory' and l.objid = ${BARRIER})`;

/**
 * Runs one statement per connection at the same time: all wait in the database for one lock, which is released when the
 * last of them has arrived. Each statement runs in its own transaction, like a request to PostgREST, and no transaction
 * ends before each statement is done or waits for another. So all of them meet, regardless of the number of processors
 * and other load.
 */
export async function race<T extends pg.QueryResultRow>(
  database: RealDatabase,
  clients: readonly pg.Client[],
  statement: string | ((place: number) => string),
): Promise<Finish<T>[]> {
  const processes = await Promise.all(
    clients.map(async (client) => (await client.query<{ id: number }>('select pg_backend_pid() as id')).rows[0]?.id),
  );
  const untilAll = async (condition: string) => {
    const query = `select bool_and(${condition}) as holds, pg_sleep(0.002) from unnest($1::int[]) as process (id)`;
    while (!(await database.sql<{ holds: boolean }>(query, [processes]))[0]?.holds);
  };
  let letEnd: () => void = () => undefined;
  const allHaveMet = new Promise<void>((resolve) => (letEnd = resolve));
  const run = async (client: pg.Client, place: number): Promise<Finish<T>> => {
    const text = typeof statement === 'string' ? statement : statement(place);
    try {
      // One message, so that only the database decides when the statement starts.
      const results = await client.query<T>(`begin; select pg_advisory_xact_lock_shared(${BARRIER}); ${text}`);
      await allHaveMet;
      await client.query('commit');
      return { rows: [results].flat().at(-1)?.rows ?? [] };
    } catch (error) {
      await allHaveMet;
      await client.query('rollback');
      if (error instanceof pg.DatabaseError) return { rows: [], code: error.code };
      throw error;
    }
  };
  await database.sql('select pg_advisory_lock($1)', [BARRIER]);
  const runs = Promise.all(clients.map(run));
  await untilAll(STANDS_AT_BARRIER);
  await database.sql('select pg_advisory_unlock($1)', [BARRIER]);
  await untilAll(HAS_MET);
  letEnd();
  return runs;
}

/**
 * Runs statements one after the other while a transaction of another connection holds the locks of `holding`. Each
 * starts when the previous one is done or waits for a lock. The locks are released when all are done or waiting. So the
 * order of the waiting statements is the same in every run.
 */
export async function queue(
  database: RealDatabase,
  holding: string,
  steps: readonly { client: pg.Client; statement: string }[],
): Promise<Finish<pg.QueryResultRow>[]> {
  const holder = await database.connectAs('service_role');
  await holder.query(`reset role; begin; ${holding}`);
  const runs: Promise<Finish<pg.QueryResultRow>>[] = [];
  for (const { client, statement } of steps) {
    const [process] = (await client.query<{ id: number }>('select pg_backend_pid() as id')).rows;
    let isDone = false;
    runs.push(
      client
        .query(statement)
        .then(
          ({ rows }): Finish<pg.QueryResultRow> => ({ rows }),
          (error: unknown): Finish<pg.QueryResultRow> => {
            if (error instanceof pg.DatabaseError) return { rows: [], code: error.code };
            throw error;
          },
        )
        .finally(() => (isDone = true)),
    );
    const waits = 'select exists (select 1 from pg_locks where pid = $1 and not granted) as holds, pg_sleep(0.002)';
    while (!isDone && !(await database.sql<{ holds: boolean }>(waits, [process?.id]))[0]?.holds);
  }
  await holder.query('commit');
  return Promise.all(runs);
}

/** The number of each outcome: `ok`, or the SQLSTATE. */
export function tally(finishes: readonly Finish<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code = 'ok' } of finishes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/** Replaces part of a function's source, to create a mutant that a race test must detect. `from` must occur in it. */
export async function mutate(database: RealDatabase, signature: string, from: string, to: string): Promise<void> {
  const [found] = await database.sql<{ definition: string }>(
    'select pg_get_functiondef($1::regprocedure) as definition',
    [signature],
  );
  if (!found?.definition.includes(from)) throw new Error(`${signature} does not contain: ${from}`);
  await database.sql(found.definition.replace(from, to));
}
