import type { Connection } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import pg from 'pg';
import { rememberErrors } from './request-errors.ts';

export type Sql = <T>(text: string, params?: readonly unknown[]) => Promise<T[]>;

export interface Database {
  connection: Connection;
  /** One statement as the owner of the database. */
  sql: Sql;
  /** Several statements at once, without parameters. */
  exec(text: string): Promise<void>;
  /** Runs `work` in one transaction, rolled back when it throws. */
  transaction<R>(work: (target: { sql: Sql; exec: (text: string) => Promise<void> }) => Promise<R>): Promise<R>;
  /** Everything inside `work` shares one claim on the connection; each HTTP request is such a scope. */
  scope<R>(work: () => Promise<R>): Promise<R>;
  close(): Promise<void>;
}

/** A real Postgres server, for races and for growing beyond the embedded one. */
export async function openServer(databaseUrl: string): Promise<Database> {
  const connection = createPostgresConnection({
    url: databaseUrl,
    postgresOptions: { onnotice: () => undefined, types: jsonTypes },
  });
  neverGrant(connection);
  rememberErrors(connection);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, types: { getTypeParser: sameValuesAsEmbedded } });
  // A connection lost while idle is replaced by the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  const on =
    (client: pg.Pool | pg.PoolClient): Sql =>
    async <T>(text: string, params: readonly unknown[] = []) =>
      (await client.query<T & pg.QueryResultRow>(text, [...params])).rows;
  return {
    connection,
    sql: on(pool),
    exec: async (text) => {
      await pool.query(text);
    },
    transaction: async (work) => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const result = await work({
          sql: on(client),
          exec: async (text) => {
            await client.query(text);
          },
        });
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    scope: (work) => work(),
    close: async () => {
      await pool.end();
      await connection.close();
    },
  };
}

const { builtins } = pg.types;

/** `2026-01-02 03:04:05.6+00` as JSON has it: `2026-01-02T03:04:05.6+00:00`. */
function isoTime(value: string): string {
  return value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

/** NaN and the infinities stay text: JSON has no such numbers. */
function jsonNumber(value: string): number | string {
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

/** Values as PostgREST writes them into JSON; `@supabase/lite` would hand times and fractions on as Postgres prints them. */
export const jsonValues: Record<number, (value: string) => unknown> = {
  [builtins.NUMERIC]: jsonNumber,
  [builtins.TIMESTAMP]: isoTime,
  [builtins.TIMESTAMPTZ]: isoTime,
};

const jsonTypes = {
  numeric: { to: builtins.NUMERIC, from: [builtins.NUMERIC], serialize: String, parse: jsonNumber },
  timestamp: { to: builtins.TIMESTAMP, from: [builtins.TIMESTAMP], serialize: String, parse: isoTime },
  timestamptz: { to: builtins.TIMESTAMPTZ, from: [builtins.TIMESTAMPTZ], serialize: String, parse: isoTime },
};

/** What the embedded database answers, for a real server. */
function sameValuesAsEmbedded(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  const parse = jsonValues[oid];
  if (parse) return parse;
  if (oid === builtins.INT8) return Number;
  if (oid === builtins.DATE) return String;
  return pg.types.getTypeParser(oid, format);
}

/**
 * On its first request `@supabase/lite` grants every right on every table to anon and authenticated, which undoes the
 * column grants. The roles exist before (see `rolesSql`); what they may do is said by the migrations alone.
 */
export function neverGrant(connection: Connection): void {
  if (!('ensureRlsContext' in connection)) {
    throw new Error(
      '@supabase/lite has changed: the method that grants all rights is not where it was. Look for its successor before going on.',
    );
  }
  Object.defineProperty(connection, 'ensureRlsContext', { value: () => Promise.resolve(true) });
}
